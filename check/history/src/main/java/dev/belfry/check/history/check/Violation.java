package dev.belfry.check.history.check;

/** A promise that was broken. */
public sealed interface Violation {
    Evidence evidence();

    default String name() {
        return getClass().getSimpleName();
    }

    /** An acknowledged timer was neither deleted nor settled, and the store has it no more. */
    record Lost(Evidence evidence) implements Violation {}

    /** An attempt started before executeAt. */
    record Early(Evidence evidence) implements Violation {}

    /** An attempt started after a delete of its schedule was answered 204. */
    record FiredAfterDelete(Evidence evidence) implements Violation {}

    /** An attempt started after its schedule was replaced by an acknowledged change. */
    record FiredAfterReplace(Evidence evidence) implements Violation {}

    /** An attempt started while its group was certainly paused. */
    record FiredWhilePaused(Evidence evidence) implements Violation {}

    /** An attempt of a schedule that nobody had asked for. */
    record FiredUnasked(Evidence evidence) implements Violation {}

    /** An attempt was repeated and no fault explains it. */
    record Duplicate(Evidence evidence) implements Violation {}

    /** An attempt that the retry policy, or a permanent failure, forbids. */
    record TooManyAttempts(Evidence evidence) implements Violation {}

    /** An attempt started before the one before it had ended, or before Retry-After. */
    record RetriedTooSoon(Evidence evidence) implements Violation {}

    /** An attempt whose predecessor no receiver saw, and no fault explains it. */
    record AttemptSkipped(Evidence evidence) implements Violation {}

    /** A due timer lay untouched though nothing was wrong. */
    record Stuck(Evidence evidence) implements Violation {}

    /** An answer that no order of the operations can explain. */
    record WrongAnswer(Evidence evidence) implements Violation {}

    /** The store holds at the end what no order of the operations can explain. */
    record WrongFinalState(Evidence evidence) implements Violation {}

    /** Two schedules were sent under one webhook id. */
    record WebhookIdReused(Evidence evidence) implements Violation {}

    /** One schedule was sent under two webhook ids. */
    record WebhookIdChanged(Evidence evidence) implements Violation {}

    /** An attempt carried another payload than its schedule had. */
    record PayloadWrong(Evidence evidence) implements Violation {}
}
