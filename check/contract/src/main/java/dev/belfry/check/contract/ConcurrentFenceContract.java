package dev.belfry.check.contract;

import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.timer.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Real concurrency: claims that land while the owner commits, and owners side by side. */
public interface ConcurrentFenceContract extends StoreUnderTest {
    @Test
    default void afterAClaimNoWriteUnderAnEarlierLeaseIsOrBecomesVisible(StoreFixture fixture)
            throws ExecutionException, InterruptedException {
        var race = new Race(fixture, longestRace());
        try (var threads = Executors.newFixedThreadPool(2)) {
            var writing = threads.submit(race::write);
            var claiming = threads.submit(race::claim);
            writing.get();
            claiming.get();
        }

        var rows = ids(fixture.own(SampleGroups.ONE).rows());
        assertThat(race.takeovers).hasSizeGreaterThan(1);
        assertThat(race.acknowledged).allMatch(rows::contains, "is visible");
        assertThat(race.refused).noneMatch(rows::contains);
        for (var takeover : race.takeovers) {
            assertThat(writtenBefore(takeover.epoch(), rows))
                    .allMatch(takeover.visible()::contains, "was visible after the next claim");
        }
    }

    @Test
    default void ownersOfDifferentShardsCommitAtOnce(StoreFixture fixture)
            throws ExecutionException, InterruptedException {
        var shards = fixture.ownAll(SampleGroups.WIDE);
        try (var threads = Executors.newFixedThreadPool(4)) {
            var owners = shards.stream().map(ConcurrentFenceContract::twentyCommits).toList();
            for (var done : threads.invokeAll(owners)) {
                assertThat(done.get()).hasSize(20);
            }
        }

        assertThat(shards).allSatisfy(shard -> assertThat(shard.rows()).hasSize(20));
    }

    /** Each sees its own rows, whatever the others write meanwhile. */
    private static Callable<List<Timer>> twentyCommits(OwnedShard shard) {
        return () -> {
            for (int n = 0; n < 20; n++) {
                shard.commit(timer(SampleGroups.WIDE, "%s-%d".formatted(shard.id(), n)).create());
                assertThat(shard.rows()).hasSize(n + 1);
            }
            return shard.rows();
        };
    }

    private static Set<String> writtenBefore(long epoch, Set<String> rows) {
        return rows.stream().filter(id -> Race.epochOf(id) < epoch).collect(Collectors.toSet());
    }

    private static Set<String> ids(List<Timer> rows) {
        return rows.stream().map(timer -> timer.key().id()).collect(Collectors.toSet());
    }

    /** What was visible when a claim had returned. */
    record Takeover(long epoch, Set<String> visible) {}

    /** One thread commits under the newest lease it knows, another takes the shard from it. */
    final class Race {
        private static final ShardId SHARD = new ShardId(SampleGroups.ONE.id(), 0);
        private static final int ROUNDS = 2_000;
        private static final int ROWS_PER_COMMIT = 3;

        private final StoreFixture fixture;
        private final Duration longest;
        private final Semaphore written = new Semaphore(0);
        private final BlockingQueue<OwnedShard> leases = new LinkedBlockingQueue<>();
        private volatile boolean over;

        /** These belong to the writer until it is done. */
        private final Set<String> acknowledged = new HashSet<>();

        private final Set<String> refused = new HashSet<>();

        /** These belong to the claimer until it is done. */
        private final List<Takeover> takeovers = new ArrayList<>();

        Race(StoreFixture fixture, Duration longest) {
            this.fixture = fixture;
            this.longest = longest;
            fixture.store().leases().openGroup(SampleGroups.ONE);
            leases.add(fixture.own(SHARD));
        }

        /** Holds on to a lease until it is refused: only then it looks for a newer one. */
        Void write() throws InterruptedException {
            try {
                for (var shard = nextLease(); shard.isPresent(); shard = nextLease()) {
                    writeUnder(shard.get());
                }
            } finally {
                over = true;
                written.release();
            }
            return null;
        }

        private void writeUnder(OwnedShard shard) {
            for (int n = 0; !over; n++) {
                var ids = idsOf(shard.lease().epoch().value(), n);
                var commit = shard.next(ids.stream().map(id -> timer(id).create()).toList());
                if (!(shard.send(commit) instanceof CommitResult.Committed)) {
                    refused.addAll(ids);
                    return;
                }
                acknowledged.addAll(ids);
                written.release();
            }
        }

        private Optional<OwnedShard> nextLease() throws InterruptedException {
            var next = Optional.<OwnedShard>empty();
            while (next.isEmpty() && !over) {
                next = Optional.ofNullable(leases.poll(10, TimeUnit.MILLISECONDS));
            }
            return next;
        }

        /** Waits for a commit under each lease, so that claims land among commits. */
        Void claim() throws InterruptedException {
            long end = System.nanoTime() + longest.toNanos();
            try {
                for (int round = 0; round < ROUNDS && System.nanoTime() < end; round++) {
                    assertThat(written.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
                    if (over) {
                        return null;
                    }
                    written.drainPermits();
                    var shard = fixture.own(SHARD);
                    takeovers.add(new Takeover(shard.lease().epoch().value(), ids(shard.rows())));
                    leases.add(shard);
                }
            } finally {
                over = true;
            }
            return null;
        }

        private static List<String> idsOf(long epoch, int commit) {
            return IntStream.range(0, ROWS_PER_COMMIT)
                    .mapToObj(row -> "%d-%d-%d".formatted(epoch, commit, row))
                    .toList();
        }

        static long epochOf(String id) {
            return Long.parseLong(id.substring(0, id.indexOf('-')));
        }
    }
}
