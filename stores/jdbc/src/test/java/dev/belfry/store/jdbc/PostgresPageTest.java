package dev.belfry.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.contract.OwnedShard;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Position;
import dev.belfry.store.jdbc.postgres.PostgresTables;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The driver reads results to their end, so that they must not be larger than a page. */
class PostgresPageTest implements ServerUnderTest {
    @Override
    public TestDatabase database() {
        return PostgresTables.shared();
    }

    @Test
    void aPageComesWithoutThePayloadsBeyondItsBytes(OwnedShard shard) throws SQLException {
        ServerContract.createLarge(shard, 40);
        var dialect = database().opening().server().dialect();
        var pending = new SqlPendingTimers(new SqlEntryReader(dialect), dialect);
        var sent = new AtomicInteger();
        try (var connections = database().opening().connections();
                var session = connections.reader()) {
            pending.readPage(
                    session,
                    new ShardKey(1),
                    PositionRange.from(Position.START),
                    new PageLimit(1_000, 3 * ServerContract.LARGE),
                    _ -> sent.incrementAndGet() > 0);
        }
        assertThat(sent.get()).isBetween(3, 4);
    }
}
