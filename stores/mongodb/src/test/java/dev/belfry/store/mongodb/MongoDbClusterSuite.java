package dev.belfry.store.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import dev.belfry.check.contract.OneShard;
import dev.belfry.check.contract.OwnedShard;
import dev.belfry.check.contract.Rival;
import dev.belfry.check.contract.SampleGroups;
import dev.belfry.check.contract.TimerRequest;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Position;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Three members, of which the primary is killed, or stands still and comes back. No part of {@code
 * make test}, where {@code MongoDbClusterOutageTest} has the same troubles.
 */
@Tag("contract")
@Tag("cluster")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class MongoDbClusterSuite {
    private static MongoServer server;
    private static TestDatabase database;

    private TimerStore store;

    @BeforeAll
    static void start() {
        server = MongoServer.cluster();
        database = TestDatabase.on(server);
    }

    /** For the suites that follow. */
    @AfterAll
    static void startAgain() {
        IntStream.rangeClosed(1, 3).forEach(server::restart);
        database.client().close();
    }

    @BeforeEach
    void empty() {
        store =
                eventually(
                        () -> {
                            database.empty();
                            return database.store();
                        });
        store.leases().openGroup(SampleGroups.ONE);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void nothingAcknowledgedIsLostAndNoStaleOwnerWritesWhilePrimariesDieAndComeBack()
            throws Exception {
        race(
                rivals -> {
                    for (int failover = 0; failover < 3; failover++) {
                        int primary = server.primary();
                        server.kill(primary);
                        rivals.forEach(rival -> rival.awaitCommits(10));
                        server.restart(primary);
                        rivals.forEach(rival -> rival.awaitCommits(10));
                    }
                });
    }

    /** It believes to be the primary when it goes on, until it hears of the other. */
    @Test
    void nothingAcknowledgedIsLostAndNoStaleOwnerWritesWhileAPrimaryStandsStillAndGoesOn()
            throws Exception {
        race(
                rivals -> {
                    int primary = server.primary();
                    server.stall(primary);
                    try {
                        rivals.forEach(rival -> rival.awaitCommits(10));
                    } finally {
                        server.resume(primary);
                    }
                    rivals.forEach(rival -> rival.awaitCommits(10));
                });
    }

    @Test
    void withOneOfThreeMembersLeftNothingIsAcknowledgedAndItHealsByItself() {
        var shard = eventually(() -> OneShard.claim(store));
        shard.schedule(TimerRequest.timer("before").create());
        int primary = server.primary();
        var others = IntStream.rangeClosed(1, 3).filter(member -> member != primary).toArray();
        for (int member : others) {
            server.kill(member);
        }

        var failure = failureOnceNoticed(shard);
        assertThat(failure).isInstanceOf(StoreException.Unavailable.class);

        for (int member : others) {
            server.restart(member);
        }
        var again = eventually(() -> OneShard.claim(store));
        eventually(() -> again.schedule(TimerRequest.timer("after").create()));
        assertThat(visibleIds()).contains("before", "after");
    }

    /** Until the last member steps down, what it writes can not be safe, nor certainly undone. */
    private StoreException failureOnceNoticed(OneShard shard) {
        for (int n = 0; n < 60; n++) {
            try {
                shard.apply(TimerRequest.timer("lost-" + n).create());
            } catch (StoreException.Unavailable e) {
                return e;
            } catch (StoreException.OutcomeUnknown e) {
                Rival.rest();
            }
        }
        throw new AssertionError("a write was never refused");
    }

    /** What happens to the members while two nodes take the shard from each other. */
    @FunctionalInterface
    private interface Trouble {
        void befall(List<Rival> rivals);
    }

    private void race(Trouble trouble) throws Exception {
        try (var other = database.store();
                var threads = Executors.newFixedThreadPool(2)) {
            var rivals = List.of(new Rival(store, "left"), new Rival(other, "right"));
            var running = rivals.stream().map(threads::submit).toList();
            try {
                rivals.forEach(rival -> rival.awaitCommits(10));
                trouble.befall(rivals);
            } finally {
                rivals.forEach(Rival::stop);
            }
            for (var one : running) {
                one.get();
            }
            var visible = eventually(this::visibleIds);
            for (var rival : rivals) {
                System.out.println(rival);
                assertThat(visible).containsAll(rival.acknowledged());
                assertThat(visible).noneMatch(rival.refused()::contains);
            }
        }
    }

    private Set<String> visibleIds() {
        return store
                .timers()
                .page(
                        SampleGroups.ONE.shards().getFirst(),
                        PositionRange.from(Position.START),
                        OwnedShard.NO_LIMIT)
                .timers()
                .stream()
                .map(timer -> timer.key().id())
                .collect(Collectors.toSet());
    }

    /** An election takes some seconds. */
    private static <T> T eventually(Callable<T> call) {
        for (int n = 0; n < 120; n++) {
            try {
                return call.call();
            } catch (StoreException | MongoException e) {
                Rival.rest();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        throw new AssertionError("the servers did not come back");
    }
}
