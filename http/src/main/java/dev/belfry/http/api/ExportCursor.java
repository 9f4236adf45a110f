package dev.belfry.http.api;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.TimerFilter;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import dev.belfry.core.timer.TimerUuid;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How far an export of a group has come. It goes through the pending timers shard by shard and then
 * through the kept ones, state by state; and once more through those that have changed since it
 * began, because a timer that moves may leave the part that is still to come.
 *
 * @param begun when the export began
 * @param again whether it is at those that have changed
 * @param state of the timers that come next; pending ones are SCHEDULED
 * @param shard whose pending timers come next
 * @param from where in them; none for their beginning
 */
record ExportCursor(
        Instant begun, boolean again, TimerState state, int shard, Optional<Position> from) {
    /** By how much the clocks of two nodes may differ, and more. */
    private static final Duration CLOCKS = Duration.ofSeconds(10);

    private static final List<TimerState> ORDER =
            List.of(
                    TimerState.SCHEDULED,
                    TimerState.REACHED,
                    TimerState.FAILED,
                    TimerState.CANCELLED);

    static ExportCursor beginning(Instant now) {
        return new ExportCursor(
                Instant.ofEpochMilli(now.toEpochMilli()),
                false,
                TimerState.SCHEDULED,
                0,
                Optional.empty());
    }

    boolean isAtPending() {
        return state == TimerState.SCHEDULED;
    }

    ExportCursor at(Position next) {
        return new ExportCursor(begun, again, state, shard, Optional.of(next));
    }

    /** The beginning of what follows; none if all has been exported. */
    Optional<ExportCursor> behind(int shardCount) {
        if (isAtPending() && shard + 1 < shardCount) {
            return Optional.of(new ExportCursor(begun, again, state, shard + 1, Optional.empty()));
        }
        int next = ORDER.indexOf(state) + 1;
        if (next < ORDER.size()) {
            return Optional.of(
                    new ExportCursor(begun, again, ORDER.get(next), 0, Optional.empty()));
        }
        return again
                ? Optional.empty()
                : Optional.of(
                        new ExportCursor(begun, true, TimerState.SCHEDULED, 0, Optional.empty()));
    }

    /** Kept timers of the state that it is at. */
    TimerFilter kept() {
        var earliest = again ? Position.startOf(begun.minus(CLOCKS)) : Position.START;
        return new TimerFilter(
                Set.of(state),
                PositionRange.from(earliest),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /**
     * Whether an entry belongs to the export at this point: one that was there when it began, and
     * in the second turn has changed since.
     */
    boolean takes(Entry entry) {
        return switch (entry) {
            case Entry.Absent() -> false;
            case Entry.Pending(var timer) -> takes(timer, timer.updatedAt());
            case Entry.Kept(var kept) -> takes(kept.timer(), kept.settledAt());
        };
    }

    private boolean takes(Timer timer, Instant changed) {
        return !timer.createdAt().isAfter(begun.plus(CLOCKS))
                && !(again && changed.isBefore(begun.minus(CLOCKS)));
    }

    String text() {
        return String.join(
                ".",
                Long.toString(begun.toEpochMilli()),
                again ? "2" : "1",
                state.name(),
                Integer.toString(shard),
                from.map(it -> Long.toString(it.fireAt().toEpochMilli())).orElse(""),
                from.map(it -> it.uuid().toString()).orElse(""));
    }

    static ExportCursor parse(String text, int shardCount) {
        var parts = text.split("\\.", -1);
        try {
            if (parts.length == 6 && Integer.parseInt(parts[3]) < shardCount) {
                return new ExportCursor(
                        Instant.ofEpochMilli(Long.parseLong(parts[0])),
                        parts[1].equals("2"),
                        TimerState.valueOf(parts[2]),
                        Integer.parseUnsignedInt(parts[3]),
                        parts[4].isEmpty() ? Optional.empty() : Optional.of(position(parts)));
            }
        } catch (IllegalArgumentException | DateTimeException _) {
            // Said below.
        }
        throw new InvalidValueException("cursor", "is not one that an export of this group gave");
    }

    private static Position position(String[] parts) {
        return new Position(
                Instant.ofEpochMilli(Long.parseLong(parts[4])), TimerUuid.parse(parts[5]));
    }
}
