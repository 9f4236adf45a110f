package dev.belfry.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Three servers with three replicas, of which some are killed and come back. No part of {@code make
 * test}, where {@code CassandraOutageTest} has the same troubles.
 */
@Tag("contract")
@Tag("cluster")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CassandraClusterSuite {
    private static CassandraServer server;
    private static Keyspace keyspace;

    private TimerStore store;

    @BeforeAll
    static void start() {
        server = CassandraServer.cluster();
        keyspace = Keyspace.on(server);
    }

    /** For the suites that follow. */
    @AfterAll
    static void startAgain() {
        server.restartAll();
    }

    @BeforeEach
    void empty() {
        store = CassandraServer.eventually(keyspace::emptyStore);
        store.leases().openGroup(SampleGroups.ONE);
    }

    /** Claims race with commits all the while, and a server is killed among them. */
    @Test
    void nothingAcknowledgedIsLostAndNoStaleOwnerWritesWhileAServerDiesAndComesBack()
            throws Exception {
        var rivals = List.of(new Rival(store, "left"), new Rival(store, "right"));
        try (var threads = Executors.newFixedThreadPool(2)) {
            var running = rivals.stream().map(threads::submit).toList();
            rivals.forEach(rival -> rival.awaitCommits(20));
            server.kill(3);
            rivals.forEach(rival -> rival.awaitCommits(20));
            server.restart(3);
            rivals.forEach(rival -> rival.awaitCommits(20));
            rivals.forEach(Rival::stop);
            for (var one : running) {
                one.get();
            }
        }

        var visible = CassandraServer.eventually(this::visibleIds);
        for (var rival : rivals) {
            assertThat(visible).containsAll(rival.acknowledged());
            assertThat(visible).doesNotContainAnyElementsOf(rival.refused());
        }
    }

    @Test
    void withOneOfThreeServersLeftNothingIsWrittenAndItHealsByItself() {
        var shard = CassandraServer.eventually(() -> OneShard.claim(store));
        shard.schedule(TimerRequest.timer("before").create());
        server.kill(2);
        server.kill(3);

        var failure = failureOnceNoticed(shard);
        assertThat(failure).isInstanceOf(StoreException.Unavailable.class);
        assertThatThrownBy(
                        () -> store.timers().find(shard.id(), TimerRequest.timer("before").key()))
                .isInstanceOf(StoreException.Unavailable.class);

        server.restart(2);
        server.restart(3);
        var again = CassandraServer.eventually(() -> OneShard.claim(store));
        again.schedule(TimerRequest.timer("after").create());
        assertThat(visibleIds()).contains("before", "after");
    }

    /** For some seconds the others still take it for alive. */
    @Test
    void aStoreIsOpenedWhileAServerHasJustDied() {
        for (int victim : List.of(3, 2)) {
            server.kill(victim);
            try (var opened =
                    CassandraServer.eventually(
                            () -> new CassandraStoreProvider().open(keyspace.url()))) {
                assertThat(
                                CassandraServer.eventually(
                                        () -> opened.leases().shards(SampleGroups.ONE.id())))
                        .hasSize(1);
            } finally {
                server.restart(victim);
            }
        }
    }

    @Test
    void nodesThatOpenANewStoreThroughDifferentServersDoNotCollide() throws Exception {
        var name = CassandraUrl.parse(server.newUrl()).keyspace();
        try (var threads = Executors.newFixedThreadPool(3)) {
            var opening =
                    IntStream.rangeClosed(1, 3)
                            .<Callable<TimerStore>>mapToObj(
                                    node ->
                                            () ->
                                                    new CassandraStoreProvider()
                                                            .open(server.urlThrough(node, name)))
                            .toList();
            for (var opened : threads.invokeAll(opening)) {
                try (var one = opened.get()) {
                    one.leases().openGroup(SampleGroups.WIDE);
                    assertThat(one.leases().shards(SampleGroups.WIDE.id())).hasSize(8);
                }
            }
        } finally {
            CassandraServer.drop(server.url(name));
        }
    }

    /** Until the servers know that the others are gone, a write gets no answer. */
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
}
