package dev.belfry.store.jdbc.sqlite;

import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.StoreSchema;
import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.JdbcTimerStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens database files: {@code sqlite:/path/to/belfry.db}. */
public final class SqliteStoreProvider implements StoreProvider {
    /** Commits take turns; pages, finds and lists run beside them. */
    static final int READERS = 4;

    /** A page beside a commit. Two commits would only wait in line where they could be one. */
    private static final int PARALLEL_CALLS = 2;

    private static final StoreLimits LIMITS =
            new StoreLimits(1_000, 8 << 20, 4_096, PARALLEL_CALLS, 1);
    private static final String PREFIX = "sqlite:";

    @Override
    public String scheme() {
        return "sqlite";
    }

    @Override
    public TimerStore open(String url) {
        return open(file(url));
    }

    @Override
    public StoreSchema schema(String url) {
        return new SqliteSchema(file(url));
    }

    private static Path file(String url) {
        var path = url.startsWith(PREFIX) ? url.substring(PREFIX.length()) : "";
        if (path.isBlank()) {
            throw new StoreException.Rejected(
                    "a store URL of SQLite looks like sqlite:/path/to/belfry.db, not " + url);
        }
        return Path.of(path).toAbsolutePath().normalize();
    }

    static TimerStore open(Path database) {
        try {
            Files.createDirectories(database.resolveSibling(""));
            var connections = new SqliteOpening(database).connections();
            return new JdbcTimerStore(new SqliteDialect(), connections, LIMITS);
        } catch (IOException e) {
            throw new StoreException.Rejected(
                    "the folder of %s can not be used: %s".formatted(database, e), e);
        }
    }
}
