package dev.belfry.node.route;

import dev.belfry.node.Outcome;

/** What one try of a change came to. */
public sealed interface Trial<A> {
    A answer();

    /** This is the answer, be it that nobody knows the outcome: it is not tried again. */
    record Final<A>(A answer) implements Trial<A> {}

    /**
     * Certainly not applied, for want of an owner: it may be tried again.
     *
     * @param answer to give when there is no time for that
     */
    record NotApplied<A>(A answer) implements Trial<A> {}

    /**
     * A try on this node. One without proof of life answers at once: it can not say how long that
     * will last, and whoever waits for a database that is away only adds to what it finds when it
     * is back.
     */
    static <A> Trial<A> of(Outcome outcome, A answer) {
        return outcome.equals(new Outcome.NotApplied(Outcome.Reason.NOT_OWNER))
                ? new NotApplied<>(answer)
                : new Final<>(answer);
    }
}
