package dev.belfry.cluster;

/** What one try of a change came to. */
public sealed interface Trial<R> {
    R answer();

    /** This is the answer, be it that nobody knows the outcome: it is not tried again. */
    record Final<R>(R answer) implements Trial<R> {}

    /**
     * Certainly not applied, for want of an owner: it may be tried again.
     *
     * @param answer to give when there is no time for that
     */
    record NotApplied<R>(R answer) implements Trial<R> {}
}
