package dev.belfry.store.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.contract.Changes;
import dev.belfry.check.contract.OneShard;
import dev.belfry.check.contract.SampleGroups;
import dev.belfry.check.contract.TimerRequest;
import dev.belfry.core.timer.Entry;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The server removes what was kept long enough, and nothing else. */
@Tag("contract")
class ExpiryTest {
    private static final Instant LONG_AGO = Instant.parse("2001-02-03T04:05:06Z");
    private static final int LONGEST_WAIT_SECONDS = 90;

    @Test
    void aKeptTimerWhoseTimeIsOverGoesAwayByItselfAndARevivedOneStays()
            throws InterruptedException {
        try (var store = TestDatabase.shared().emptyStore()) {
            store.leases().openGroup(SampleGroups.ONE);
            var shard = OneShard.claim(store);
            var overdue = shard.schedule(TimerRequest.timer("overdue").at(LONG_AGO).create());
            var recent = shard.schedule(TimerRequest.timer("recent").create());
            shard.apply(Changes.gaveUp(recent, TimerRequest.NOON));
            var revived = shard.schedule(TimerRequest.timer("revived").create());
            shard.apply(Changes.gaveUp(revived, TimerRequest.NOON));
            shard.apply(Changes.redrive("revived"));
            var old = shard.schedule(TimerRequest.timer("old").create());
            shard.apply(Changes.gaveUp(old, LONG_AGO));

            for (int n = 0; n < 10 * LONGEST_WAIT_SECONDS; n++) {
                if (store.timers().find(shard.id(), old.key()).equals(Entry.absent())) {
                    break;
                }
                Thread.sleep(100);
            }

            assertThat(store.timers().find(shard.id(), old.key())).isEqualTo(Entry.absent());
            assertThat(store.timers().find(shard.id(), overdue.key()))
                    .isInstanceOf(Entry.Pending.class);
            assertThat(store.timers().find(shard.id(), recent.key()))
                    .isInstanceOf(Entry.Kept.class);
            assertThat(store.timers().find(shard.id(), revived.key()))
                    .isInstanceOf(Entry.Pending.class);
            shard.schedule(TimerRequest.timer("old").create());
        }
    }
}
