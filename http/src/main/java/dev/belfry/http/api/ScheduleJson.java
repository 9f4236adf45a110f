package dev.belfry.http.api;

import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.schedule.Rule;
import dev.belfry.core.schedule.TimerSchedule;
import dev.belfry.core.timer.DurationText;
import dev.belfry.core.timer.InstantText;
import java.io.IOException;
import java.util.Locale;

/** Schedules as the API shows them. */
final class ScheduleJson {
    private ScheduleJson() {}

    /** The schedule as asked, and where the timer stands in it. */
    static void write(JsonBytes json, Recurrence place) throws IOException {
        json.object("schedule", it -> write(it, place.schedule()))
                .at("scheduledFor", place.scheduledFor())
                .number("run", place.run());
        if (!place.apart()) {
            json.number("skippedRuns", place.skipped())
                    .flag("paused", place.paused())
                    .list("failedRuns", place.failed(), (it, at) -> it.at("scheduledFor", at));
            if (place.redriven().isPresent()) {
                json.at("redrivenRun", place.redriven().get().run());
            }
        }
    }

    /** All there is to know of it, for an export. */
    static void writePlace(JsonBytes json, Recurrence place) throws IOException {
        json.object("schedule", it -> write(it, place.schedule()))
                .at("scheduledFor", place.scheduledFor())
                .number("run", place.run())
                .number("skippedRuns", place.skipped())
                .flag("paused", place.paused())
                .flag("singleRun", place.apart());
        if (!place.failed().isEmpty()) {
            json.texts("failedRuns", place.failed().stream().map(InstantText::format).toList());
        }
        if (place.redriven().isPresent()) {
            json.at("redrivenRun", place.redriven().get().run())
                    .text("redrivenBy", Long.toHexString(place.redriven().get().by()));
        }
    }

    private static void write(JsonBytes json, TimerSchedule schedule) throws IOException {
        switch (schedule.rule()) {
            case Rule.Cron(var expression, var zone) ->
                    json.text("cron", expression).text("zone", zone.getId());
            case Rule.Every(var period, var anchor) ->
                    json.text("every", DurationText.format(period)).at("anchor", anchor);
        }
        if (schedule.startAt().isPresent()) {
            json.at("startAt", schedule.startAt().get());
        }
        if (schedule.endAt().isPresent()) {
            json.at("endAt", schedule.endAt().get());
        }
        if (schedule.count() > 0) {
            json.number("count", schedule.count());
        }
        json.text("catchUp", lower(schedule.catchUp()))
                .text("jitter", DurationText.format(schedule.jitter()))
                .text("onFailure", lower(schedule.onFailure()));
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
