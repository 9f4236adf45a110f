package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** How callbacks are sent. */
public record CallbackConfig(
        @Setting(
                        fallback = "",
                        says =
                                "Keys that sign callbacks as in Standard Webhooks (whsec_ and"
                                        + " Base64), separated by blanks; left out, they are not"
                                        + " signed.")
                Optional<Secret> signingKeys,
        @Setting(
                        fallback = "",
                        says =
                                "YAML file with signing keys for each group and named credentials"
                                        + " (docs/callbacks.md); it is read again when it changes.")
                Optional<Path> secrets,
        @Setting(
                        fallback = "",
                        says =
                                "HTTP proxy that callbacks go through, such as"
                                        + " http://user:password@proxy:3128. It looks names up itself,"
                                        + " so that callback.egress judges by name, and by address"
                                        + " only where a URL has one.")
                Optional<Secret> proxy,
        EgressConfig egress) {
    public CallbackConfig {
        proxy.ifPresent(
                it ->
                        require(
                                isProxy(it.value()),
                                "callback.proxy",
                                "must be like http://proxy:3128 or"
                                        + " http://user:password@proxy:3128"));
    }

    private static boolean isProxy(String text) {
        try {
            var uri = URI.create(text);
            return "http".equals(uri.getScheme())
                    && uri.getHost() != null
                    && uri.getPort() > 0
                    && uri.getRawPath().isEmpty()
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
