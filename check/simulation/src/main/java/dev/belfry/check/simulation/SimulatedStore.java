package dev.belfry.check.simulation;

import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.node.shard.Mailbox;
import dev.belfry.node.shard.StoreAnswer;
import dev.belfry.node.shard.StoreOperation;
import dev.belfry.node.shard.StorePort;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** A node's way to a store: each call takes some virtual time, and fails as told. */
public final class SimulatedStore implements StorePort {
    /** Chooses what goes wrong with the next call. */
    public interface Faults {
        StoreFault next(StoreOperation operation);
    }

    private final EventQueue events;
    private final TimerStore store;
    private final Mailbox mailbox;
    private final Faults faults;
    private Duration latency = Duration.ofMillis(1);
    private Duration longTime = Duration.ofSeconds(3);
    private final Map<StoreOperation, Integer> counts = new EnumMap<>(StoreOperation.class);
    private int underWay;
    private int mostUnderWay;

    public SimulatedStore(EventQueue events, TimerStore store, Mailbox mailbox, Faults faults) {
        this.events = events;
        this.store = store;
        this.mailbox = mailbox;
        this.faults = faults;
    }

    /** How long a call takes: it is executed in the middle of it. */
    public void latency(Duration newLatency) {
        latency = newLatency;
    }

    /** How long a slow call takes, and how late a ghost is. */
    public void longTime(Duration newLongTime) {
        longTime = newLongTime;
    }

    @Override
    public <T> void call(
            StoreOperation operation,
            Function<TimerStore, T> body,
            Consumer<StoreAnswer<T>> answered) {
        began(operation);
        var fault = faults.next(operation);
        var half = (fault == StoreFault.SLOW ? longTime : latency).dividedBy(2);
        Consumer<StoreAnswer<T>> answer =
                given ->
                        events.after(
                                half,
                                () -> {
                                    underWay--;
                                    mailbox.post(() -> answered.accept(given));
                                });
        events.after(half, () -> execute(fault, body, answer));
    }

    private void began(StoreOperation operation) {
        counts.merge(operation, 1, Integer::sum);
        underWay++;
        mostUnderWay = Math.max(mostUnderWay, underWay);
    }

    /** How many calls of a kind were made. */
    public int count(StoreOperation operation) {
        return counts.getOrDefault(operation, 0);
    }

    /** The most calls that were ever under way at the same time. */
    public int mostUnderWay() {
        return mostUnderWay;
    }

    private <T> void execute(
            StoreFault fault, Function<TimerStore, T> body, Consumer<StoreAnswer<T>> answer) {
        switch (fault) {
            case NONE, SLOW -> answer.accept(run(body));
            case UNAVAILABLE -> answer.accept(failed(new StoreException.Unavailable("down")));
            case REJECTED -> answer.accept(failed(new StoreException.Rejected("bad data")));
            case UNKNOWN_NOT_APPLIED -> answer.accept(unknown());
            case UNKNOWN_APPLIED, PARTLY_APPLIED -> {
                run(body);
                answer.accept(unknown());
            }
            case GHOST -> {
                answer.accept(unknown());
                events.after(longTime, () -> run(body));
            }
        }
    }

    private <T> StoreAnswer<T> run(Function<TimerStore, T> body) {
        try {
            return new StoreAnswer.Ok<>(body.apply(store));
        } catch (StoreException failure) {
            return failed(failure);
        }
    }

    private static <T> StoreAnswer<T> failed(StoreException failure) {
        return new StoreAnswer.Failed<>(failure);
    }

    private static <T> StoreAnswer<T> unknown() {
        return failed(new StoreException.OutcomeUnknown("no answer"));
    }
}
