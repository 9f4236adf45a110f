package dev.belfry.http.api;

import dev.belfry.core.timer.Entry;
import java.util.List;
import java.util.Optional;

/**
 * A refusal, as RFC 9457 shows it.
 *
 * @param field the offending one, as the API spells it
 * @param errors all that is wrong with what was sent
 * @param existing what stands in the way, for a conflict
 * @param outcomeUnknown whether the change may have happened all the same
 */
record Problem(
        Code code,
        String detail,
        Optional<String> field,
        List<Fault> errors,
        Entry existing,
        boolean outcomeUnknown) {
    Problem {
        errors = List.copyOf(errors);
    }

    static Problem of(Code code, String detail) {
        return new Problem(code, detail, Optional.empty(), List.of(), Entry.absent(), false);
    }

    static Problem invalid(String field, String detail) {
        return invalid(List.of(new Fault(field, detail)));
    }

    /** Of a request with these faults, at least one; the first speaks for all. */
    static Problem invalid(List<Fault> faults) {
        var first = faults.getFirst();
        return new Problem(
                Code.INVALID_INPUT,
                first.detail(),
                Optional.of(first.field()),
                faults,
                Entry.absent(),
                false);
    }

    Problem field(String name) {
        return new Problem(code, detail, Optional.of(name), errors, existing, outcomeUnknown);
    }

    Problem showing(Entry entry) {
        return new Problem(code, detail, field, errors, entry, outcomeUnknown);
    }

    /** Of a request that changes nothing, whatever becomes of it. */
    Problem withoutChange() {
        return new Problem(code, detail, field, errors, existing, false);
    }

    Problem withUnknownOutcome() {
        return new Problem(code, detail, field, errors, existing, true);
    }

    ProblemException raised() {
        return new ProblemException(this);
    }
}
