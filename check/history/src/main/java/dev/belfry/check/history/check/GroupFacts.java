package dev.belfry.check.history.check;

/** What concerns every timer of a group. */
record GroupFacts(Faults faults, ObservedPauses pauses, Calm calm, CheckBounds bounds) {
    static GroupFacts of(Faults faults, ObservedPauses pauses, CheckBounds bounds) {
        return new GroupFacts(faults, pauses, new Calm(faults, pauses, bounds), bounds);
    }
}
