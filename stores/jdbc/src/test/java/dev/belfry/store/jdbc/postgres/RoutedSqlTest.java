package dev.belfry.store.jdbc.postgres;

import dev.belfry.check.contract.TimerStoreContract;
import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.sqlite.SqliteStoreProvider;
import dev.belfry.store.routed.RoutedDatabase;
import dev.belfry.store.routed.RoutedTimerStore;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** The contract on two databases of different kinds behind one store. */
class RoutedSqlTest implements TimerStoreContract {
    @TempDir Path folder;

    @Override
    public TimerStore open() {
        return routed(PostgresSchema.SHARED.opening().storeAsItIs());
    }

    @Override
    public TimerStore reopen(TimerStore closed) {
        return routed(PostgresSchema.SHARED.open());
    }

    private RoutedTimerStore routed(TimerStore postgres) {
        var sqlite = new SqliteStoreProvider().open("sqlite:" + folder.resolve("belfry.db"));
        return new RoutedTimerStore(
                List.of(new RoutedDatabase("file", sqlite), new RoutedDatabase("server", postgres)),
                // Also groups of one shard are not all in the same database.
                shard ->
                        (shard.group().value().length() + shard.index()) % 2 == 0
                                ? "file"
                                : "server");
    }

    @Override
    public boolean keepsSequence() {
        return false;
    }

    @AfterEach
    void empty() throws SQLException {
        PostgresSchema.SHARED.empty();
    }
}
