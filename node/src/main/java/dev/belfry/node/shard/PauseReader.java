package dev.belfry.node.shard;

import dev.belfry.core.store.Pause;
import java.time.Duration;
import java.util.List;

/** Reads pauses that may be out of date from the store again. Confined to one loop. */
final class PauseReader {
    private static final Duration TRY_AGAIN = Duration.ofMillis(500);

    private final StoreCalls calls;
    private final Pauses pauses;
    private final Reminders reminders;

    PauseReader(StoreCalls calls, Pauses pauses, Reminders reminders) {
        this.calls = calls;
        this.pauses = pauses;
        this.reminders = reminders;
    }

    void read() {
        pauses.stale(false);
        int version = pauses.version();
        calls.make(
                StoreOperation.PAUSES,
                List.of(),
                store -> store.pauses().inForce(),
                answer -> answered(answer, version));
    }

    private void answered(StoreAnswer<List<Pause>> answer, int version) {
        switch (answer) {
            case StoreAnswer.Ok<List<Pause>>(var inStore) -> pauses.read(inStore, version);
            case StoreAnswer.Failed<List<Pause>> _ ->
                    reminders.after(TRY_AGAIN, () -> pauses.stale(true));
        }
    }
}
