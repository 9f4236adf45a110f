package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import java.net.URI;
import java.util.Optional;

/** Traces for OpenTelemetry. */
public record TracingConfig(
        @Setting(
                        fallback = "",
                        says =
                                "Address of a collector that takes OTLP over HTTP, such as"
                                        + " http://localhost:4318; the path /v1/traces is added. Left"
                                        + " out, it is that of OTEL_EXPORTER_OTLP_ENDPOINT; without"
                                        + " either nothing is traced.")
                Optional<String> endpoint) {
    public TracingConfig {
        endpoint.ifPresent(TracingConfig::check);
    }

    /** What is wrong is not repeated: it may hold a secret. */
    private static void check(String endpoint) {
        require(
                isPlain(endpoint),
                "tracing.endpoint",
                "must be an address such as http://localhost:4318, with a path at most; a user, a"
                        + " password or a parameter in it would be shown and is not sent");
    }

    private static boolean isPlain(String text) {
        try {
            var uri = URI.create(text);
            return text.matches("https?://.*")
                    && uri.getHost() != null
                    && uri.getUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
