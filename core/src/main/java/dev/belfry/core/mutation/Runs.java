package dev.belfry.core.mutation;

import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import java.util.List;
import java.util.stream.Stream;

/** The single runs that have rows beside their schedule: kept, or started again. */
final class Runs {
    private Runs() {}

    /** Deletes of those that a decision no longer names. */
    static Stream<Mutation> deleted(Decision decision) {
        var after = named(decision.after());
        return named(decision.before()).stream()
                .filter(run -> !after.contains(run))
                .map(key -> new Delete(key, Precondition.none()));
    }

    private static List<TimerKey> named(Entry entry) {
        return switch (entry) {
            case Entry.Absent() -> List.of();
            case Entry.Pending(var timer) -> named(timer);
            case Entry.Kept(var kept) -> named(kept.timer());
        };
    }

    private static List<TimerKey> named(Timer timer) {
        return timer.recurrence().stream()
                .flatMap(Recurrence::runsBeside)
                .map(timer.key()::ofRun)
                .toList();
    }
}
