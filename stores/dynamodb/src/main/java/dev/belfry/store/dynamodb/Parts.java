package dev.belfry.store.dynamodb;

import dev.belfry.core.store.StoreException;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A call of several writes, each of which happens or not by itself. Such a call fails as one: it
 * can say that nothing was written only if that is true of every part.
 */
final class Parts {
    private Parts() {}

    /** What became of one part. */
    private sealed interface Outcome<R> {
        record Done<R>(R result) implements Outcome<R> {}

        record Failed<R>(StoreException failure) implements Outcome<R> {}
    }

    /**
     * Does all of them, many at the same time; the results are in order.
     *
     * @param wrote whether a part with this result has written something
     */
    static <A, R> List<R> write(
            Calls calls, List<A> parts, Function<A, R> write, Predicate<R> wrote) {
        var outcomes = calls.each(parts, part -> outcome(part, write));
        var failures =
                outcomes.stream()
                        .filter(Outcome.Failed.class::isInstance)
                        .map(outcome -> ((Outcome.Failed<R>) outcome).failure())
                        .toList();
        if (!failures.isEmpty()) {
            throw together(failures, outcomes.stream().anyMatch(outcome -> has(outcome, wrote)));
        }
        return outcomes.stream().map(outcome -> ((Outcome.Done<R>) outcome).result()).toList();
    }

    private static <A, R> Outcome<R> outcome(A part, Function<A, R> write) {
        try {
            return new Outcome.Done<>(write.apply(part));
        } catch (StoreException e) {
            return new Outcome.Failed<>(e);
        }
    }

    private static <R> boolean has(Outcome<R> outcome, Predicate<R> wrote) {
        return outcome instanceof Outcome.Done<R>(var result) && wrote.test(result);
    }

    /** A doubt outweighs a rejection, which outweighs what can be tried again. */
    private static StoreException together(List<StoreException> failures, boolean wroteSome) {
        var worst = failures.stream().max(Parts::bySeverity).orElseThrow();
        if (wroteSome && !(worst instanceof StoreException.OutcomeUnknown)) {
            return new StoreException.OutcomeUnknown(
                    "%d parts of a call failed, others did not: %s"
                            .formatted(failures.size(), worst.getMessage()),
                    worst);
        }
        return worst;
    }

    private static int bySeverity(StoreException a, StoreException b) {
        return Integer.compare(severity(a), severity(b));
    }

    private static int severity(StoreException failure) {
        return switch (failure) {
            case StoreException.Unavailable _ -> 0;
            case StoreException.Rejected _ -> 1;
            case StoreException.OutcomeUnknown _ -> 2;
        };
    }
}
