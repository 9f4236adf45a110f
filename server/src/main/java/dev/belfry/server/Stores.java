package dev.belfry.server;

import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.TimerStore;
import dev.belfry.server.config.Configuration;
import dev.belfry.server.config.ConfigurationException;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Opens the store that the configuration names. */
final class Stores {
    private Stores() {}

    static TimerStore open(Configuration configuration) {
        var url = configuration.store().urlOr(configuration.data()).value();
        return provider(url).open(url);
    }

    private static StoreProvider provider(String url) {
        var providers = ServiceLoader.load(StoreProvider.class);
        for (var provider : providers) {
            if (url.startsWith(provider.scheme() + ":")) {
                return provider;
            }
        }
        var known =
                providers.stream()
                        .map(provider -> provider.get().scheme() + ":")
                        .sorted()
                        .collect(Collectors.joining(", "));
        throw new ConfigurationException(
                "store.url must begin with one of %s, not '%s'".formatted(known, scheme(url)));
    }

    /** The rest of a URL may hold a password. */
    private static String scheme(String url) {
        var matcher = Pattern.compile("(jdbc:)?[a-z0-9+]*:").matcher(url);
        return matcher.lookingAt() ? matcher.group() : "";
    }
}
