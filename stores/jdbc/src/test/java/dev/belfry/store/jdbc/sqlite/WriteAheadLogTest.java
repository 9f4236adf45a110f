package dev.belfry.store.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.Payload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteAheadLogTest {
    private static final int COMMITS = 60;
    private static final int MIB = 1 << 20;

    @TempDir Path folder;

    @Test
    void theLogStaysShortHoweverMuchIsWritten() throws IOException {
        var file = folder.resolve("belfry.db");
        try (var store = new SqliteStoreProvider().open("sqlite:" + file)) {
            var fixture = new Fixture(store);
            for (int i = 0; i < COMMITS; i++) {
                fixture.commit(List.of(Fixture.create("t" + i, Payload.wrap(new byte[MIB]))));
            }
            assertThat(Files.size(folder.resolve("belfry.db-wal"))).isLessThan(20 * MIB);
            assertThat(Files.size(file)).isGreaterThan((COMMITS - 20) * MIB);
        }
    }
}
