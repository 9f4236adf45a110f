package dev.belfry.check.history;

/** What a client knows about an operation afterwards. */
public sealed interface ObservedOutcome {
    /** It was answered: whatever it changed is acknowledged. */
    record Ok(ObservedAnswer answer) implements ObservedOutcome {}

    /** It was certainly not applied and never will be. */
    record Failed() implements ObservedOutcome {}

    /** It may have been applied, or may yet be, at any time until the end. */
    record Unknown() implements ObservedOutcome {}
}
