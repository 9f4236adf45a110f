package dev.belfry.core.timer;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.schedule.Recurrence;
import java.time.Instant;
import java.util.Optional;

/**
 * What callers name a timer by: its id is unique within its group.
 *
 * @param run the instant of a single run of a timer with a schedule, which is kept beside it
 */
public record TimerKey(GroupId group, String id, Optional<Instant> run) {
    public static final int MAX_ID_CODE_POINTS = 255;

    public TimerKey {
        requireId(id);
    }

    public TimerKey(GroupId group, String id) {
        this(group, id, Optional.empty());
    }

    /** The key of what a row with this id holds. */
    public static TimerKey stored(GroupId group, String id, Optional<Recurrence> recurrence) {
        return new TimerKey(
                group, id, recurrence.filter(Recurrence::apart).map(Recurrence::scheduledFor));
    }

    /** The key of one of its runs. */
    public TimerKey ofRun(Instant scheduledFor) {
        return new TimerKey(group, id, Optional.of(scheduledFor));
    }

    /** The key of the timer that a run belongs to; of all others their own. */
    public TimerKey timer() {
        return run.isEmpty() ? this : new TimerKey(group, id);
    }

    public static TimerKey of(String group, String id) {
        return new TimerKey(new GroupId(group), id);
    }

    private static void requireId(String id) {
        require(!id.isEmpty(), "timerId", "is empty");
        require(
                id.codePointCount(0, id.length()) <= MAX_ID_CODE_POINTS,
                "timerId",
                "is longer than %d code points",
                MAX_ID_CODE_POINTS);
        // No URL can name these two: every client resolves them away.
        require(!id.equals(".") && !id.equals(".."), "timerId", "must not be '.' or '..'");
        id.codePoints().forEach(TimerKey::requireCodePoint);
    }

    private static void requireCodePoint(int codePoint) {
        require(
                !Character.isISOControl(codePoint),
                "timerId",
                "has the control character U+%04X",
                codePoint);
        require(!isSurrogate(codePoint), "timerId", "has the lone surrogate U+%04X", codePoint);
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    @Override
    public String toString() {
        return group + "/" + id + run.map(at -> "@" + at).orElse("");
    }
}
