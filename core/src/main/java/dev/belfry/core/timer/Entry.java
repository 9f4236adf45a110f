package dev.belfry.core.timer;

import java.util.Optional;

/** All that a store holds under one key: nothing, a pending timer, or a kept one; never two. */
public sealed interface Entry {
    record Absent() implements Entry {}

    record Pending(Timer timer) implements Entry {}

    record Kept(KeptTimer kept) implements Entry {}

    static Entry absent() {
        return new Absent();
    }

    /** Whether callers find nothing to change: what was cancelled is a mere record. */
    default boolean isGone() {
        return switch (this) {
            case Absent() -> true;
            case Pending _ -> false;
            case Kept(var kept) -> kept.state() == TimerState.CANCELLED;
        };
    }

    /** The key of what is there. */
    default Optional<TimerKey> key() {
        return switch (this) {
            case Absent() -> Optional.empty();
            case Pending(var timer) -> Optional.of(timer.key());
            case Kept(var kept) -> Optional.of(kept.timer().key());
        };
    }

    /** The pending timer, if this is one. */
    default Optional<Timer> pending() {
        return this instanceof Pending(Timer timer) ? Optional.of(timer) : Optional.empty();
    }
}
