package dev.belfry.store.jdbc.sqlite;

import dev.belfry.check.contract.TimerStoreContract;
import dev.belfry.core.store.TimerStore;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteTimerStoreTest implements TimerStoreContract {
    @TempDir Path folder;

    @Override
    public TimerStore open() {
        return new SqliteStoreProvider().open("sqlite:" + folder.resolve("belfry.db"));
    }

    @Override
    public TimerStore reopen(TimerStore closed) {
        return open();
    }

    @Override
    public boolean keepsSequence() {
        return false;
    }
}
