package dev.belfry.engine.loop;

import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Timer;
import dev.belfry.engine.callback.CallbackReply;
import java.time.Instant;
import java.util.Optional;

/**
 * An attempt that has started and is not settled: sent from here, or handed over by the former
 * owner. Confined to the shard's loop.
 */
final class UnderWay {
    private final AttemptId id;
    private final Instant deadline;
    private Optional<Timer> row;
    private Optional<CallbackReply> reply = Optional.empty();
    private boolean superseded;
    private boolean settling;

    UnderWay(AttemptId id, Instant deadline, Optional<Timer> row) {
        this.id = id;
        this.deadline = deadline;
        this.row = row;
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

    Optional<CallbackReply> reply() {
        return reply;
    }

    void replied(CallbackReply newReply) {
        reply = Optional.of(newReply);
    }

    /** Whether its settlement waits in the queue. */
    boolean isSettling() {
        return settling;
    }

    void settling(boolean isSettling) {
        settling = isSettling;
    }
}
