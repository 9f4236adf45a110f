package dev.belfry.check.history;

/** What a client knows about an operation afterwards. */
public sealed interface Outcome {
    /** It was answered: whatever it changed is acknowledged. */
    record Ok(Answer answer) implements Outcome {}

    /** It was certainly not applied and never will be. */
    record Failed() implements Outcome {}

    /** It may have been applied, or may yet be, at any time until the end. */
    record Unknown() implements Outcome {}
}
