package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.RecordChange;
import dev.belfry.core.store.StoredRecords;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** What a node remembers of moves, and for how long. */
class OpenMovesTest {
    private static final Group ORDERS = Group.of("orders", 4);
    private static final Group NEWS = Group.of("news", 4);
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

    private Instant now = NOON;
    private final StoredRecords records = new MemoryTimerStore(InstantSource.fixed(NOON)).records();
    private final OpenMoves moves = new OpenMoves(records, () -> now);

    private static DatabaseMove asked(ShardId shard) {
        return DatabaseMove.asked(shard, "east", "west", "anyone", NOON);
    }

    private void write(DatabaseMove move) {
        var write =
                records.find(move.key())
                        .map(it -> it.replacedBy(move.text()))
                        .orElseGet(() -> RecordChange.Write.ofNew(move.key(), move.text()));
        records.apply(write);
    }

    @Test
    void onlyGroupsWhoseMovesAreOpenOrHaveChangedAreLookedAt() {
        write(asked(ORDERS.shards().getFirst()).done());
        assertThat(moves.look()).containsExactly(ORDERS.id());
        assertThat(moves.look()).isEmpty();

        write(asked(NEWS.shards().getFirst()));
        assertThat(moves.look()).containsExactly(NEWS.id());
        assertThat(moves.look()).containsExactly(NEWS.id());

        write(asked(NEWS.shards().getFirst()).done());
        assertThat(moves.look()).containsExactly(NEWS.id());
        moves.stale();
        assertThat(moves.look()).isEmpty();
    }

    @Test
    void whatIsOverForLongIsForgottenAlsoWhenNothingHappens() {
        write(asked(ORDERS.shards().get(0)).done());
        write(asked(ORDERS.shards().get(1)));
        moves.look();

        now = NOON.plus(OpenMoves.KEPT);
        moves.look();
        assertThat(OpenMoves.all(records, "orders/")).hasSize(2);

        now = now.plus(Duration.ofHours(1));
        moves.look();
        assertThat(OpenMoves.all(records, "orders/"))
                .extracting(it -> DatabaseMove.parse(it).shard())
                .containsExactly(ORDERS.shards().get(1));
        assertThat(moves.open()).hasSize(1);
    }
}
