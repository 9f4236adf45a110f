package dev.belfry.check.history.check;

/** What concerns every timer of a group. */
record GroupFacts(Faults faults, Pauses pauses, Calm calm, Bounds bounds) {
    static GroupFacts of(Faults faults, Pauses pauses, Bounds bounds) {
        return new GroupFacts(faults, pauses, new Calm(faults, pauses, bounds), bounds);
    }
}
