package dev.belfry.http.api;

import dev.belfry.core.timer.Entry;
import java.util.Optional;

/**
 * A refusal, as RFC 9457 shows it.
 *
 * @param field the offending one, as the API spells it
 * @param existing what stands in the way, for a conflict
 * @param outcomeUnknown whether the change may have happened all the same
 */
record Problem(
        Code code, String detail, Optional<String> field, Entry existing, boolean outcomeUnknown) {
    static Problem of(Code code, String detail) {
        return new Problem(code, detail, Optional.empty(), Entry.absent(), false);
    }

    static Problem invalid(String field, String detail) {
        return of(Code.INVALID_INPUT, detail).field(field);
    }

    Problem field(String name) {
        return new Problem(code, detail, Optional.of(name), existing, outcomeUnknown);
    }

    Problem showing(Entry entry) {
        return new Problem(code, detail, field, entry, outcomeUnknown);
    }

    /** Of a request that changes nothing, whatever becomes of it. */
    Problem withoutChange() {
        return new Problem(code, detail, field, existing, false);
    }

    Problem withUnknownOutcome() {
        return new Problem(code, detail, field, existing, true);
    }

    ProblemException raised() {
        return new ProblemException(this);
    }
}
