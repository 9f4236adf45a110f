package dev.belfry.server.config;

import java.util.Optional;

/** Which database holds the timers. */
public record StoreConfig(
        @Setting(
                        fallback = "",
                        says =
                                "Database that holds the timers, such as sqlite:/path/belfry.db or jdbc:postgresql://host/database?user=belfry&password=secret; left out, it is an SQLite file in data.dir.")
                Optional<Secret> url) {
    /** The URL in force; it may hold a password. */
    public Secret urlOr(DataConfig data) {
        return url.orElseGet(() -> new Secret("sqlite:" + data.dir().resolve("belfry.db")));
    }
}
