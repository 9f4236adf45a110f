package dev.belfry.http.api;

import dev.belfry.core.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * All that is wrong with a body, in the order in which it was found, but of each field the first
 * only. Confined to the request.
 */
final class FaultList {
    /** More help nobody: a body of nothing but mistakes must not make a huge answer. */
    static final int MOST = 16;

    private final List<Fault> found = new ArrayList<>();

    FaultList() {}

    FaultList(List<Fault> known) {
        found.addAll(known);
    }

    void add(InvalidValueException refusal) {
        add(new Fault(refusal.field(), String.valueOf(refusal.getMessage())));
    }

    private void add(Fault fault) {
        if (found.size() < MOST && isSound(fault.field())) {
            found.add(fault);
        }
    }

    /** Takes the faults of a part over; a refusal that is none goes its way. */
    void add(ProblemException refusal) {
        if (refusal.problem().errors().isEmpty()) {
            throw refusal;
        }
        refusal.problem().errors().forEach(this::add);
    }

    /** Tries something that does not depend on what was found before. */
    void trying(Runnable part) {
        try {
            part.run();
        } catch (InvalidValueException e) {
            add(e);
        }
    }

    /**
     * Makes something, again without each field that is refused, and refuses it with all of them.
     *
     * @param made takes only fields that are sound
     */
    <T> T whole(Supplier<T> made) {
        for (int known = -1; known < found.size(); ) {
            known = found.size();
            try {
                var whole = made.get();
                requireNone();
                return whole;
            } catch (InvalidValueException e) {
                add(e);
            }
        }
        throw Problem.invalid(all()).raised();
    }

    /** A field as it was given; one that was refused is absent. */
    <T> Field<T> sound(String name, Field<T> field) {
        return isSound(name) ? field : Field.absent();
    }

    boolean isSound(String field) {
        return !concern(Set.of(field));
    }

    boolean concern(Set<String> fields) {
        return found.stream().anyMatch(fault -> fields.contains(fault.field()));
    }

    List<Fault> all() {
        return List.copyOf(found);
    }

    void requireNone() {
        if (!found.isEmpty()) {
            throw Problem.invalid(all()).raised();
        }
    }
}
