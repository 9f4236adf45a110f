package dev.belfry.server;

import dev.belfry.core.store.StoreAccess;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.StoreSchema;
import dev.belfry.core.store.TimerStore;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.config.ConfigurationException;
import dev.belfry.operate.config.Secret;
import dev.belfry.operate.config.StoreConfig;
import dev.belfry.store.routed.RoutedDatabase;
import dev.belfry.store.routed.RoutedTimerStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Opens the store that the configuration names. */
public final class Stores {
    private Stores() {}

    /** The store as a server with this configuration has it. */
    public static TimerStore open(Configuration configuration) {
        if (configuration.store().migrate() == StoreConfig.Migrate.NEVER) {
            schemas(configuration).forEach((name, schema) -> named(name, schema::check));
        }
        var databases = configuration.store().databases();
        return databases.isEmpty()
                ? open(
                        "store.url",
                        configuration.store().urlOr(configuration.data()),
                        configuration.store().connections())
                : new RoutedTimerStore(
                        openAll(databases, configuration.store().connections()),
                        configuration.route());
    }

    /** The schema of each database by its setting; none is connected to. */
    public static SequencedMap<String, StoreSchema> schemas(Configuration configuration) {
        var schemas = new LinkedHashMap<String, StoreSchema>();
        var store = configuration.store();
        store.databases()
                .forEach((name, url) -> schemas.put(name, schema("store.databases." + name, url)));
        if (schemas.isEmpty()) {
            schemas.put("store", schema("store.url", store.urlOr(configuration.data())));
        }
        return schemas;
    }

    private static StoreSchema schema(String key, Secret url) {
        return provider(key, url.value()).schema(url.value());
    }

    private static List<RoutedDatabase> openAll(Map<String, Secret> urls, int connections) {
        var opened = new ArrayList<RoutedDatabase>();
        try {
            urls.forEach(
                    (name, url) ->
                            opened.add(
                                    new RoutedDatabase(name, openNamed(name, url, connections))));
            return opened;
        } catch (RuntimeException e) {
            opened.forEach(database -> database.store().close());
            throw e;
        }
    }

    private static TimerStore openNamed(String name, Secret url, int connections) {
        return named(name, () -> open("store.databases." + name, url, connections));
    }

    /** A failure says which of the databases it is about. */
    private static <T> T named(String name, Supplier<T> call) {
        try {
            return call.get();
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

    private static TimerStore open(String key, Secret url, int connections) {
        return provider(key, url.value()).open(new StoreAccess(url::current, connections));
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
