package dev.belfry.node.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.node.Alarm;
import dev.belfry.node.EngineClock;
import dev.belfry.node.EngineListener;
import dev.belfry.node.shard.HeldShards;
import dev.belfry.node.shard.StoreAnswer;
import dev.belfry.node.shard.StoreOperation;
import dev.belfry.node.shard.StorePort;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.ObjLongConsumer;
import org.junit.jupiter.api.Test;

class NodeLoopTest {
    private final Clock clock = new Clock();
    private final MemoryTimerStore store = new MemoryTimerStore(clock::now);
    private final LateJoin port = new LateJoin();
    private final List<NodeRow> namesakes = new ArrayList<>();
    private final Wires wires = new Wires();
    private final List<Alarm> alarms = new ArrayList<>();
    private final NoShards shards = new NoShards();
    private final ProofOfLife proof =
            new ProofOfLife(clock, MembershipTimings.DEFAULT.proofLasts());
    private boolean loopsTurn = true;

    private final NodeLoop loop =
            new NodeLoop(
                    node("n"),
                    MembershipTimings.DEFAULT,
                    new NodeLoop.Ports(
                            port,
                            _ -> true,
                            clock,
                            new Random(1),
                            proof,
                            shards,
                            new HeldShards(_ -> {}),
                            () -> loopsTurn,
                            namesakes::add,
                            _ -> {},
                            wires,
                            new EngineListener() {
                                @Override
                                public void alarm(Alarm alarm) {
                                    alarms.add(alarm);
                                }
                            }));

    @Test
    void aJoinWithoutAnAnswerIsNotRepeatedUnderTheSameLife() {
        loop.start();
        clock.advance(Duration.ofSeconds(1));
        loop.turn();
        var joined = store.nodes().members().nodes().getFirst().incarnation();
        assertThat(joined).isNotEqualTo(new Incarnation(new NodeId("n"), 1));
    }

    @Test
    void aNodeWhoseLoopHangsDoesNotBeatUntilItGetsOn() {
        loop.start();
        turns(Duration.ofSeconds(1));
        loopsTurn = false;
        turns(Duration.ofSeconds(1));
        long beat = beatOf("n");

        turns(Duration.ofSeconds(3));
        assertThat(beatOf("n")).isEqualTo(beat);

        loopsTurn = true;
        turns(Duration.ofSeconds(1));
        assertThat(beatOf("n")).isGreaterThan(beat);
    }

    @Test
    void aSilentNodeIsEvictedAlsoIfItOwnsNothing() {
        store.nodes().join(node("silent"));
        loop.start();
        turns(MembershipTimings.DEFAULT.deadAfter().minusMillis(100));
        assertThat(nodes()).containsExactly("n", "silent");

        turns(Duration.ofSeconds(1));
        assertThat(nodes()).containsExactly("n");
    }

    @Test
    void aLivingProcessOfTheSameNameIsNotReplaced() {
        store.nodes().join(node("n", 77));
        loop.start();
        turns(Duration.ofMillis(500));
        store.nodes().beat(node("n", 77).beating(1, clock.now()), 0);
        turns(Duration.ofMillis(500));
        store.nodes().beat(node("n", 77).beating(2, clock.now()), 0);
        turns(Duration.ofSeconds(5));

        assertThat(namesakes).extracting(row -> row.incarnation().life()).containsExactly(77L);
        assertThat(lifeOf("n")).isEqualTo(77L);
    }

    @Test
    void aDeadProcessOfTheSameNameIsReplacedWhenItsProofIsOver() {
        store.nodes().join(node("n", 77));
        loop.start();
        turns(MembershipTimings.DEFAULT.proofLasts().minusMillis(100));
        assertThat(lifeOf("n")).isEqualTo(77L);

        turns(Duration.ofMillis(500));
        assertThat(lifeOf("n")).isNotEqualTo(77L);
        assertThat(namesakes).isEmpty();
    }

    @Test
    void theLastBeatOfADeadProcessIsNoSignOfLife() {
        store.nodes().join(node("n", 77));
        loop.start();
        turns(Duration.ofMillis(300));
        store.nodes().beat(node("n", 77).beating(1, clock.now()), 0);
        turns(Duration.ofSeconds(3));

        assertThat(namesakes).isEmpty();
        assertThat(lifeOf("n")).isNotEqualTo(77L);
    }

    @Test
    void aProcessOfTheSameNameThatGoesOnAtTheLastMomentIsNotReplaced() {
        store.nodes().join(node("n", 77));
        port.beforeEviction =
                () -> store.nodes().beat(node("n", 77).beating(beatOf("n") + 1, clock.now()), 0);
        loop.start();
        turns(Duration.ofSeconds(10));

        assertThat(lifeOf("n")).isEqualTo(77L);
        assertThat(namesakes).isNotEmpty();
    }

    @Test
    void aNodeThatNeitherListensNorHasASessionIsEvictedAtOnce() {
        store.nodes().join(node("dead"));
        loop.start();
        turns(Duration.ofMillis(300));
        store.disconnect(node("dead").incarnation());
        wires.refuse("dead");
        turns(Duration.ofMillis(100));
        assertThat(nodes()).containsExactly("n");
    }

    @Test
    void aNodeThatListensIsNotEvictedForWantOfASession() {
        store.nodes().join(node("living"));
        loop.start();
        turns(Duration.ofMillis(300));
        store.disconnect(node("living").incarnation());
        turns(Duration.ofSeconds(2));
        assertThat(nodes()).containsExactly("living", "n");
    }

    @Test
    void aNodeWithASessionIsNotEvictedForRefusingConnections() {
        store.nodes().join(node("living"));
        loop.start();
        turns(Duration.ofMillis(300));
        wires.refuse("living");
        turns(Duration.ofSeconds(2));
        assertThat(nodes()).containsExactly("living", "n");
    }

    /** What the network said was about another moment. */
    @Test
    void aSessionThatEndsLongAfterConnectionsWereRefusedIsNoProof() {
        store.nodes().join(node("living"));
        loop.start();
        turns(Duration.ofMillis(300));
        wires.refuse("living");
        turns(Duration.ofMillis(1_500));
        store.disconnect(node("living").incarnation());
        turns(Duration.ofMillis(500));
        assertThat(nodes()).containsExactly("living", "n");
    }

    @Test
    void aNodeThatGoesOnBeatingIsNotEvictedEarly() {
        store.nodes().join(node("living"));
        loop.start();
        turns(Duration.ofMillis(300));
        wires.refuse("living");
        store.nodes().beat(node("living").beating(1, clock.now()), 0);
        turns(Duration.ofMillis(60));
        store.nodes().beat(node("living").beating(2, clock.now()), 1);
        turns(Duration.ofMillis(60));
        store.disconnect(node("living").incarnation());
        turns(Duration.ofMillis(500));
        assertThat(nodes()).containsExactly("living", "n");
    }

    @Test
    void aDeadProcessOfTheSameNameIsReplacedAtOnceIfNothingListensForIt() {
        store.nodes().join(node("n", 77));
        store.disconnect(node("n", 77).incarnation());
        loop.start();
        turns(Duration.ofMillis(200));
        assertThat(lifeOf("n")).isEqualTo(77L);
        wires.refuseAsked();
        turns(Duration.ofMillis(200));
        assertThat(lifeOf("n")).isNotEqualTo(77L);
        assertThat(namesakes).isEmpty();
    }

    /** What the network would tell. */
    private final class Wires implements Lifelines {
        private Collection<NodeRow> kept = List.of();
        private ObjLongConsumer<NodeRow> refused = (_, _) -> {};
        private LongConsumer asked = _ -> {};

        void refuse(String name) {
            kept.stream()
                    .filter(row -> row.incarnation().node().value().equals(name))
                    .toList()
                    .forEach(row -> refused.accept(row, clock.nanos()));
        }

        void refuseAsked() {
            asked.accept(clock.nanos());
        }

        @Override
        public void keep(Collection<NodeRow> others, ObjLongConsumer<NodeRow> whenRefused) {
            kept = others;
            refused = whenRefused;
        }

        @Override
        public void ask(NodeRow other, LongConsumer whenRefused) {
            asked = whenRefused;
        }
    }

    @Test
    void aStoreThatHasLostAnAcknowledgedBeatIsReadAnew() {
        loop.start();
        turns(Duration.ofSeconds(3));
        var stored = store.nodes().members().nodes().getFirst();
        turns(Duration.ofSeconds(2));
        assertThat(alarms).isEmpty();

        store.nodes().join(stored);
        turns(Duration.ofSeconds(3));

        assertThat(alarms).containsExactly(new Alarm.HistoryLost(stored.clock()));
        assertThat(shards.reclaims).isEqualTo(1);
        assertThat(lifeOf("n")).isEqualTo(stored.incarnation().life());
        assertThat(beatOf("n")).isGreaterThan(stored.beat() + 5);
    }

    @Test
    void aBeatThatSomebodyWaitsForComesAtOnceAndOnce() {
        loop.start();
        turns(Duration.ofSeconds(3));
        long before = beatOf("n");
        long asked = clock.nanos();
        assertThat(proof.isProvenSince(asked + 1)).isFalse();

        loop.beatAtOnce();

        assertThat(beatOf("n")).isEqualTo(before + 1);
        assertThat(proof.isProvenSince(asked)).isTrue();
        turns(MembershipTimings.DEFAULT.beatEvery().multipliedBy(4));
        assertThat(beatOf("n")).isBetween(before + 4, before + 5);
    }

    @Test
    void aProofThatWasLostIsCountedBeforeThereIsAnotherOne() {
        loop.start();
        turns(Duration.ofSeconds(3));
        var stored = store.nodes().members().nodes().getFirst();
        turns(Duration.ofSeconds(2));
        long losses = proof.losses();

        store.nodes().join(stored);
        long set = clock.nanos();
        loop.beatAtOnce();

        assertThat(proof.losses()).isGreaterThan(losses);
        assertThat(proof.isProvenSince(set)).isTrue();
    }

    private long lifeOf(String name) {
        return store.nodes().members().nodes().stream()
                .filter(row -> row.incarnation().node().value().equals(name))
                .mapToLong(row -> row.incarnation().life())
                .findFirst()
                .orElseThrow();
    }

    private void turns(Duration time) {
        for (var end = clock.now().plus(time); clock.now().isBefore(end); ) {
            clock.advance(Duration.ofMillis(20));
            loop.turn();
        }
    }

    private long beatOf(String name) {
        return store.nodes().members().nodes().stream()
                .filter(row -> row.incarnation().node().value().equals(name))
                .mapToLong(NodeRow::beat)
                .findFirst()
                .orElseThrow();
    }

    private List<String> nodes() {
        return store.nodes().members().nodes().stream()
                .map(row -> row.incarnation().node().value())
                .toList();
    }

    private NodeRow node(String name) {
        return node(name, 1);
    }

    private NodeRow node(String name, long life) {
        return new NodeRow(
                new Incarnation(new NodeId(name), life),
                name,
                Set.of(),
                1,
                Placement.VERSION,
                NodeVersion.UNTOLD,
                0,
                clock.now());
    }

    /** Answers all calls at once, but the first join never. */
    private final class LateJoin implements StorePort {
        private boolean joinedBefore;
        private Runnable beforeEviction = () -> {};

        @Override
        public <T> void call(
                StoreOperation operation,
                Function<TimerStore, T> body,
                Consumer<StoreAnswer<T>> answered) {
            if (operation == StoreOperation.JOIN && !joinedBefore) {
                joinedBefore = true;
                answered.accept(
                        new StoreAnswer.Failed<>(new StoreException.OutcomeUnknown("no answer")));
            } else {
                if (operation == StoreOperation.EVICT) {
                    beforeEviction.run();
                }
                answered.accept(new StoreAnswer.Ok<>(body.apply(store)));
            }
        }
    }

    private static final class NoShards implements ShardHolder {
        private int reclaims;

        @Override
        public void regroup(Group group) {}

        @Override
        public void acquire(Group group, List<ShardRow> seen, Incarnation owner) {}

        @Override
        public void release(List<ShardId> shards) {}

        @Override
        public void abandonAll() {}

        @Override
        public void reclaimAll() {
            reclaims++;
        }

        @Override
        public void verifyAll() {}
    }

    private static final class Clock implements EngineClock {
        private Duration passed = Duration.ZERO;

        void advance(Duration by) {
            passed = passed.plus(by);
        }

        @Override
        public Instant now() {
            return Instant.EPOCH.plus(passed);
        }

        @Override
        public long nanos() {
            return passed.toNanos();
        }
    }
}
