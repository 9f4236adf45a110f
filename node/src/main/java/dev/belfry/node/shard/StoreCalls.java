package dev.belfry.node.shard;

import dev.belfry.core.store.TimerStore;
import dev.belfry.node.Alarm;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The store calls of a loop: a few at a time, even fewer of them commits, and one at a time for
 * each shard.
 */
final class StoreCalls {
    private final Ports ports;
    private final int most;
    private final int mostCommits;
    private final Consumer<Shard> touched;
    private int underWay;
    private int commitsUnderWay;

    /**
     * @param loops that share what the store takes
     */
    StoreCalls(Ports ports, int loops, Consumer<Shard> touched) {
        this.ports = ports;
        this.most = Math.max(1, ports.limits().parallelCalls() / loops);
        this.mostCommits = Math.max(1, ports.limits().parallelCommits() / loops);
        this.touched = touched;
    }

    boolean hasRoom() {
        return underWay < most;
    }

    boolean hasRoomForCommit() {
        return commitsUnderWay < mostCommits;
    }

    boolean areAllDone() {
        return underWay == 0;
    }

    <T> void make(
            StoreOperation operation,
            Collection<Shard> shards,
            Function<TimerStore, T> body,
            Consumer<StoreAnswer<T>> answered) {
        began(operation);
        shards.forEach(shard -> shard.busy(true));
        ports.store()
                .call(
                        operation,
                        body,
                        answer -> {
                            ended(operation);
                            shards.forEach(this::ended);
                            report(operation, answer);
                            answered.accept(answer);
                        });
    }

    private void began(StoreOperation operation) {
        underWay++;
        if (operation == StoreOperation.COMMIT) {
            commitsUnderWay++;
        }
    }

    private void ended(StoreOperation operation) {
        underWay--;
        if (operation == StoreOperation.COMMIT) {
            commitsUnderWay--;
        }
    }

    private void ended(Shard shard) {
        shard.busy(false);
        touched.accept(shard);
    }

    private <T> void report(StoreOperation operation, StoreAnswer<T> answer) {
        if (answer instanceof StoreAnswer.Failed<T>(var failure)) {
            ports.listener().alarm(new Alarm.StoreFailing(operation.name(), failure.toString()));
        }
    }
}
