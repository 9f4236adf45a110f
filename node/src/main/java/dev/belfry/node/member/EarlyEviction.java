package dev.belfry.node.member;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeRows;
import dev.belfry.node.EngineClock;
import dev.belfry.node.shard.Reminders;
import dev.belfry.node.shard.StoreAnswer;
import dev.belfry.node.shard.StoreOperation;
import dev.belfry.node.shard.StorePort;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Evicts nodes whose process has ended, long before they have been silent for long enough. Two
 * witnesses must agree, because either can be mistaken: the network, which refuses connections to
 * the process, and the store, which has no session of that life left. Confined to the node's loop.
 */
final class EarlyEviction {
    private static final Duration AGAIN = Duration.ofMillis(50);

    /** What the network said is old after this; a database may need a moment to notice an end. */
    private static final Duration BELIEVED = Duration.ofSeconds(1);

    /** Who turned out to live is not suspected again for so long: a firewall refuses for ever. */
    private static final Duration TRUSTED = Duration.ofMinutes(1);

    /** A last beat of a process that has died may still have been on its way. */
    private static final int MOST_BEATS = 1;

    private final StorePort store;
    private final EngineClock clock;
    private final Reminders reminders;
    private final Consumer<Incarnation> evicted;
    private final Runnable look;
    private final Map<Incarnation, Suspicion> suspects = new HashMap<>();

    private final Map<Incarnation, Long> trusted = new HashMap<>();

    private record Suspicion(long beat, long sinceNanos) {}

    /**
     * @param evicted is told of a life that was taken out
     * @param look at the members, because somebody else has changed them
     */
    EarlyEviction(
            StorePort store,
            EngineClock clock,
            Reminders reminders,
            Consumer<Incarnation> evicted,
            Runnable look) {
        this.store = store;
        this.clock = clock;
        this.reminders = reminders;
        this.evicted = evicted;
        this.look = look;
    }

    /** The network says that a process has ended, as it was at that moment. */
    void refused(NodeRow node, long atNanos) {
        var suspicion = new Suspicion(node.beat(), atNanos);
        trusted.values().removeIf(since -> clock.nanos() - since > TRUSTED.toNanos());
        if (isBelieved(clock, atNanos)
                && !trusted.containsKey(node.incarnation())
                && suspects.putIfAbsent(node.incarnation(), suspicion) == null) {
            attempt(node.incarnation(), suspicion);
        }
    }

    /** What was found of a suspect. */
    private sealed interface Finding {
        /** It is not there, by nothing that was done here. */
        record Gone() implements Finding {}

        record Evicted() implements Finding {}

        /** It may be connected. */
        record There(long beat) implements Finding {}
    }

    private void attempt(Incarnation life, Suspicion suspicion) {
        store.call(
                StoreOperation.EVICT,
                it -> evict(it.nodes(), life, suspicion),
                answer -> answered(life, suspicion, answer));
    }

    /** The beat is read before the network's word is looked at: both are of the same moment. */
    private Finding evict(NodeRows nodes, Incarnation life, Suspicion suspicion) {
        var row =
                nodes.members().nodes().stream()
                        .filter(it -> it.incarnation().equals(life))
                        .findAny();
        if (row.isEmpty()) {
            return new Finding.Gone();
        }
        return isBelieved(clock, suspicion.sinceNanos()) && nodes.evictDisconnected(row.get())
                ? new Finding.Evicted()
                : new Finding.There(row.get().beat());
    }

    /** Whether what the network said at a moment still counts. */
    static boolean isBelieved(EngineClock clock, long atNanos) {
        return clock.nanos() - atNanos < BELIEVED.toNanos();
    }

    private void answered(Incarnation life, Suspicion suspicion, StoreAnswer<Finding> answer) {
        switch (answer) {
            case StoreAnswer.Ok<Finding>(Finding.Gone()) -> {
                suspects.remove(life);
                look.run();
            }
            case StoreAnswer.Ok<Finding>(Finding.Evicted()) -> {
                suspects.remove(life);
                evicted.accept(life);
            }
            case StoreAnswer.Ok<Finding>(Finding.There(var beat))
                    when beat > suspicion.beat() + MOST_BEATS ->
                    trust(life);
            case StoreAnswer.Ok<Finding> _ -> again(life, suspicion);
            case StoreAnswer.Failed<Finding> _ -> again(life, suspicion);
        }
    }

    private void again(Incarnation life, Suspicion suspicion) {
        if (isBelieved(clock, suspicion.sinceNanos())) {
            reminders.after(AGAIN, () -> attempt(life, suspicion));
        } else {
            trust(life);
        }
    }

    private void trust(Incarnation life) {
        suspects.remove(life);
        trusted.put(life, clock.nanos());
    }
}
