package dev.belfry.node.shard;

import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Timer;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.AttemptResult;
import java.time.Instant;
import java.util.Optional;

/**
 * An attempt that has started and is not settled: sent from here, or handed over by the former
 * owner. Confined to the shard's loop.
 */
final class UnderWay {
    private final AttemptId id;
    private final Instant deadline;
    private final boolean startedElsewhere;
    private Optional<Timer> row;
    private Optional<AttemptResult> result = Optional.empty();
    private boolean superseded;
    private boolean settling;

    private UnderWay(
            AttemptId id, Instant deadline, Optional<Timer> row, boolean startedElsewhere) {
        this.id = id;
        this.deadline = deadline;
        this.row = row;
        this.startedElsewhere = startedElsewhere;
    }

    /** An attempt sent from here. */
    static UnderWay started(Attempt attempt) {
        return new UnderWay(attempt.id(), attempt.deadline(), Optional.of(attempt.timer()), false);
    }

    /** An attempt that the former owner sent and handed over. */
    static UnderWay handedOver(AttemptUnderWay handed) {
        return new UnderWay(handed.attempt(), handed.deadline(), Optional.empty(), true);
    }

    /** Whether its reply comes through another node. */
    boolean isStartedElsewhere() {
        return startedElsewhere;
    }

    AttemptId id() {
        return id;
    }

    Instant deadline() {
        return deadline;
    }

    /** The row it will settle; none if it was not yet read after a hand-over. */
    Optional<Timer> row() {
        return row;
    }

    void row(Timer newRow) {
        row = Optional.of(newRow);
    }

    /** Its schedule is gone: its reply will change nothing. */
    void supersede() {
        superseded = true;
    }

    boolean isSuperseded() {
        return superseded;
    }

    Optional<AttemptResult> result() {
        return result;
    }

    void replied(AttemptResult newResult) {
        result = Optional.of(newResult);
    }

    /** Whether its settlement waits in the queue. */
    boolean isSettling() {
        return settling;
    }

    void settling(boolean isSettling) {
        settling = isSettling;
    }
}
