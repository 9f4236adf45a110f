package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.schedule.TimerSchedule;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/**
 * When a timer of a request runs: at an instant, after a delay, or by a schedule. Immutable.
 *
 * @param horizon how far ahead an instant may lie
 */
record RequestedTime(Duration horizon, InstantSource clock) {
    /** The fields that say it. */
    static final Set<String> FIELDS = Set.of("executeAt", "delay", "schedule");

    void requireSaid(TimerFields fields) {
        if (firstRun(fields).isEmpty() && executeAt(fields).isEmpty()) {
            throw new InvalidValueException("executeAt", "or delay or schedule is required");
        }
    }

    /** The instant that is asked for, or from now on by this server's clock; none if none is. */
    Optional<Instant> executeAt(TimerFields fields) {
        var now = clock.instant();
        var given = fields.executeAt().given();
        var delay = fields.delay().given();
        require(
                given.isEmpty() || delay.isEmpty(),
                "delay",
                "is given beside executeAt: one of them is enough");
        given.ifPresent(at -> requireWithinHorizon(Duration.between(now, at), "executeAt"));
        delay.ifPresent(wait -> requireWithinHorizon(wait, "delay"));
        return given.or(() -> delay.map(now::plus));
    }

    private void requireWithinHorizon(Duration wait, String field) {
        require(
                wait.compareTo(horizon) <= 0,
                field,
                "lies more than %d days ahead",
                horizon.toDays());
    }

    /** The place of the first run in the schedule that is asked for; none if none is. */
    Optional<Recurrence> firstRun(TimerFields fields) {
        return schedule(fields).map(this::firstRun);
    }

    /** The schedule, which has a run ahead; none if none is asked for. */
    Optional<TimerSchedule> schedule(TimerFields fields) {
        var schedule = fields.schedule().given().map(it -> it.schedule(clock.instant()));
        schedule.ifPresent(this::firstRun);
        require(
                schedule.isEmpty()
                        || (fields.executeAt().given().isEmpty()
                                && fields.delay().given().isEmpty()),
                "executeAt",
                "is given by the schedule: one of them is enough");
        return schedule;
    }

    private Recurrence firstRun(TimerSchedule schedule) {
        var first = Recurrence.first(schedule, clock.instant());
        require(first.isPresent(), "schedule", "has no run from now on");
        return first.orElseThrow();
    }
}
