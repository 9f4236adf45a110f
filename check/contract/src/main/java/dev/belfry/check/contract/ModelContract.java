package dev.belfry.check.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * A random life of a shard, lived by the store and by the memory store, which is the contract in
 * its plainest form: they must not differ in any answer.
 */
public interface ModelContract extends StoreUnderTest {
    @Test
    default void aRandomLifeGivesTheSameAnswersAsTheMemoryStore(StoreFixture fixture) {
        for (long seed = 1; seed <= 3; seed++) {
            new Life(fixture.store(), "life-" + seed, seed).live(120);
        }
    }

    /** The same calls to both stores, and a comparison of what they answer. */
    final class Life {
        private final TimerStore store;
        private final TimerStore model = new MemoryTimerStore(InstantSource.system());
        private final RandomGenerator random;
        private final String seedText;
        private final RandomMutations mutations;
        private final Group group;
        private final ShardId shard;
        private Lease lease;
        private long sequence;
        private Instant mark;

        Life(TimerStore store, String groupId, long seed) {
            this.store = store;
            this.random = new Random(seed);
            this.seedText = "seed " + seed;
            this.group = Group.of(groupId, 1);
            this.shard = group.shards().getFirst();
            this.mutations = new RandomMutations(group, random);
            store.leases().openGroup(group);
            model.leases().openGroup(group);
            this.mark = Instants.EARLIEST;
            this.lease = claim();
        }

        void live(int steps) {
            for (int step = 0; step < steps; step++) {
                switch (random.nextInt(12)) {
                    case 0 -> lease = claim();
                    case 1 -> release();
                    case 2 -> mark = raisedMark();
                    default -> commit();
                }
                compareViews();
            }
        }

        /** As an owner raises it: no pending row lies strictly before it. */
        private Instant raisedMark() {
            var earliest =
                    model.timers()
                            .page(shard, PositionRange.from(Position.START), new PageLimit(1, 1));
            return earliest.timers().stream()
                    .map(timer -> Instants.min(timer.fireAt(), mutations.now()))
                    .findFirst()
                    .orElseGet(mutations::now);
        }

        private Lease claim() {
            sequence = 0;
            long token = random.nextLong();
            var claim = claimOf(model, token);
            same(
                    store.leases().claim(List.of(claimOf(store, token))),
                    model.leases().claim(List.of(claim)));
            return claim.lease();
        }

        private Claim claimOf(TimerStore either, long token) {
            return Claim.of(
                    either.leases().shards(group.id()).getFirst(), StoreFixture.NODE, token);
        }

        private void release() {
            var release = List.of(new Release(lease, mark, List.of()));
            store.leases().release(release);
            model.leases().release(release);
        }

        private void commit() {
            sequence++;
            var batch = mutations.batch(key -> model.timers().find(shard, key));
            var commit =
                    List.of(new ShardCommit(lease, sequence, mark, random.nextBoolean(), batch));
            same(store.timers().commit(commit), model.timers().commit(commit));
        }

        private void compareViews() {
            same(publicly(store), publicly(model));
            var range = new PositionRange(Position.startOf(mutations.instant()), Position.END);
            var limit = new PageLimit(1 + random.nextInt(8), 2_000);
            same(
                    store.timers().page(shard, range, limit).timers(),
                    model.timers().page(shard, range, limit).timers());
            same(store.lists().browse(group, range, 5), model.lists().browse(group, range, 5));
            for (var state : TimerState.values()) {
                same(
                        store.lists().counts(group.shards(), state, 6),
                        model.lists().counts(group.shards(), state, 6));
            }
            same(
                    store.lists().correlated(group, "trace", Position.START, 9),
                    model.lists().correlated(group, "trace", Position.START, 9));
            for (var state : List.of(TimerState.REACHED, TimerState.FAILED)) {
                var query = new KeptQuery(state, Position.END, 9);
                same(store.lists().kept(group, query), model.lists().kept(group, query));
            }
            for (var id : RandomMutations.IDS) {
                var key = new TimerKey(group.id(), id);
                same(store.timers().find(shard, key), model.timers().find(shard, key));
            }
        }

        /** The token of a shard that nobody owns is the store's own business. */
        private ShardRow publicly(TimerStore either) {
            var row = either.leases().shards(group.id()).getFirst();
            long token = row.owner().isEmpty() ? 0 : row.token();
            return new ShardRow(
                    row.shard(), row.epoch(), token, row.owner(), row.mark(), row.handedOver());
        }

        private void same(Object actual, Object expected) {
            assertThat(actual).as(seedText).isEqualTo(expected);
        }
    }
}
