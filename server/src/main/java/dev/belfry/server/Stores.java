package dev.belfry.server;

import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.TimerStore;
import dev.belfry.server.config.Configuration;
import dev.belfry.server.config.ConfigurationException;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Opens the store that the configuration names. */
final class Stores {
    private Stores() {}

    static TimerStore open(Configuration configuration) {
        var url = configuration.store().urlOr(configuration.data()).value();
        int colon = url.indexOf(':');
        return provider(colon < 0 ? "" : url.substring(0, colon)).open(url);
    }

    private static StoreProvider provider(String scheme) {
        var providers = ServiceLoader.load(StoreProvider.class);
        for (var provider : providers) {
            if (provider.scheme().equals(scheme)) {
                return provider;
            }
        }
        var known =
                providers.stream()
                        .map(provider -> provider.get().scheme() + ":")
                        .sorted()
                        .collect(Collectors.joining(", "));
        throw new ConfigurationException(
                "store.url must begin with one of %s, not '%s:'".formatted(known, scheme));
    }
}
