package dev.belfry.server;

import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.TimerStore;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.config.ConfigurationException;
import dev.belfry.operate.config.Secret;
import dev.belfry.store.routed.RoutedDatabase;
import dev.belfry.store.routed.RoutedTimerStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Opens the store that the configuration names. */
final class Stores {
    private Stores() {}

    static TimerStore open(Configuration configuration) {
        var databases = configuration.store().databases();
        return databases.isEmpty()
                ? open("store.url", configuration.store().urlOr(configuration.data()))
                : new RoutedTimerStore(openAll(databases), configuration.route());
    }

    private static List<RoutedDatabase> openAll(Map<String, Secret> urls) {
        var opened = new ArrayList<RoutedDatabase>();
        try {
            urls.forEach((name, url) -> opened.add(new RoutedDatabase(name, openNamed(name, url))));
            return opened;
        } catch (RuntimeException e) {
            opened.forEach(database -> database.store().close());
            throw e;
        }
    }

    /** A failure says which of the databases it is about. */
    private static TimerStore openNamed(String name, Secret url) {
        try {
            return open("store.databases." + name, url);
        } catch (StoreException e) {
            var message = "database %s: %s".formatted(name, e.getMessage());
            throw switch (e) {
                case StoreException.Unavailable _ -> new StoreException.Unavailable(message, e);
                case StoreException.OutcomeUnknown _ ->
                        new StoreException.OutcomeUnknown(message, e);
                case StoreException.Rejected _ -> new StoreException.Rejected(message, e);
            };
        }
    }

    private static TimerStore open(String key, Secret url) {
        return provider(key, url.value()).open(url.value());
    }

    private static StoreProvider provider(String key, String url) {
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
                "%s must begin with one of %s, not '%s'".formatted(key, known, scheme(url)));
    }

    /** The rest of a URL may hold a password. */
    private static String scheme(String url) {
        var matcher = Pattern.compile("(jdbc:)?[a-z0-9+]*:").matcher(url);
        return matcher.lookingAt() ? matcher.group() : "";
    }
}
