package dev.belfry.core.mutation;

import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Timer;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** The runs that are kept beside a schedule. */
final class Runs {
    private Runs() {}

    /** Deletes of those that a decision no longer names. */
    static Stream<Mutation> deleted(Decision decision) {
        var after = named(decision.after());
        return decision.before().pending().stream()
                .flatMap(
                        timer ->
                                named(decision.before()).stream()
                                        .filter(at -> !after.contains(at))
                                        .map(timer.key()::ofRun))
                .map(key -> new Delete(key, Precondition.none()));
    }

    private static List<Instant> named(Entry entry) {
        return entry.pending().flatMap(Timer::recurrence).map(Recurrence::failed).orElse(List.of());
    }
}
