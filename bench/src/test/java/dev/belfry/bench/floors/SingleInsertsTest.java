package dev.belfry.bench.floors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.bench.harness.SampleTimers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SingleInsertsTest {
    @TempDir Path folder;

    @Test
    void aRowAloneAndRowsInABatchAreWrittenOnceEach() throws Exception {
        var tables = new SqliteTables("sqlite:" + folder.resolve("raw.db"));
        tables.create();
        var samples = new SampleTimers("raw");
        var timers = LongStream.range(0, 4).mapToObj(samples::waiting).toList();
        try (var connection = tables.careless();
                var rows = new SingleInserts(connection)) {
            rows.add(timers.getFirst());
            rows.flush();
            assertThat(count(connection)).isEqualTo(1);
            for (var timer : timers.subList(1, 4)) {
                rows.add(timer);
            }
            rows.flush();
            rows.flush();
            assertThat(count(connection)).isEqualTo(4);
        }
    }

    private static int count(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery("SELECT count(*) FROM timers")) {
            result.next();
            return result.getInt(1);
        }
    }
}
