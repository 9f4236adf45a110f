package dev.belfry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.bench.RawTimers.ShardKeys;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchedRawTimersTest {
    @TempDir Path folder;

    @Test
    void aRowAloneAndRowsInABatchAreWrittenOnceEach() throws Exception {
        var file = new SqliteFile(folder.resolve("raw.db"));
        file.create();
        var samples = new SampleTimers("raw");
        var timers = LongStream.range(0, 4).mapToObj(samples::waiting).toList();
        try (var connection = file.durable();
                var rows = new BatchedRawTimers(connection)) {
            var shards = ShardKeys.read(connection);
            rows.add(timers.getFirst());
            rows.flush();
            assertThat(count(connection)).isEqualTo(1);
            for (var timer : timers.subList(1, 4)) {
                rows.add(timer);
            }
            rows.flush();
            rows.flush();
            assertThat(count(connection)).isEqualTo(4);

            for (var timer : timers.subList(0, 3)) {
                rows.remove(shards.placeOf(timer));
            }
            rows.flush();
            assertThat(count(connection)).isEqualTo(1);
            rows.remove(shards.placeOf(timers.getLast()));
            rows.flush();
            assertThat(count(connection)).isZero();
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
