package dev.belfry.http.watch;

import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.config.Secret;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where the timers are stored, without secrets. A URL that may hold a name and a password before
 * its host is not taken apart but hidden: what looks like the end of a password may be part of it.
 */
record StoreAddress(String kind, String url) {
    private static final Pattern KIND = Pattern.compile("(?:jdbc:)?([a-z0-9+]+):");
    private static final Pattern END = Pattern.compile("[?;&].*", Pattern.DOTALL);
    private static final String HIDDEN = "(hidden)";

    static StoreAddress of(Configuration configuration) {
        var databases = configuration.store().databases();
        if (databases.isEmpty()) {
            return of(configuration.store().urlOr(configuration.data()).value());
        }
        return new StoreAddress(
                "routed",
                databases.entrySet().stream()
                        .map(it -> it.getKey() + " = " + of(it.getValue()).url())
                        .collect(Collectors.joining(", ")));
    }

    private static StoreAddress of(Secret url) {
        return of(url.value());
    }

    static StoreAddress of(String url) {
        var matcher = KIND.matcher(url);
        if (!matcher.lookingAt()) {
            return new StoreAddress("(unknown)", HIDDEN);
        }
        var shown =
                url.contains("@") ? matcher.group() + HIDDEN : END.matcher(url).replaceFirst("");
        return new StoreAddress(matcher.group(1), shown);
    }
}
