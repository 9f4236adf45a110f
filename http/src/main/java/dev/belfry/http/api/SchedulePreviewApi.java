package dev.belfry.http.api;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.schedule.Rule;
import dev.belfry.core.schedule.TimerSchedule;
import dev.belfry.core.timer.InstantText;
import dev.belfry.http.auth.Access.Reach;
import dev.belfry.operate.access.Role;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** What a schedule would come to, without a timer. Thread-safe. */
final class SchedulePreviewApi {
    private static final int USUAL_RUNS = 10;
    private static final int MOST_RUNS = 100;

    private final InstantSource clock;

    SchedulePreviewApi(InstantSource clock) {
        this.clock = clock;
    }

    Route route() {
        return Route.get("/api/v1/schedule/preview", this::preview)
                .asking("cron", "zone", "from", "n")
                .needing(Role.READ, Reach.FILTERED);
    }

    private CompletableFuture<Answer> preview(Call call) {
        var from =
                call.query()
                        .text("from")
                        .map(text -> InstantText.parse(text, "from"))
                        .orElseGet(clock::instant);
        int count = call.query().number("n", USUAL_RUNS, MOST_RUNS);
        var rule = rule(call.query());
        var runs = runs(TimerSchedule.of(rule), from, count);
        return CompletableFuture.completedFuture(
                Answer.json(
                        200,
                        JsonBytes.object(
                                json ->
                                        json.list(
                                                "runs",
                                                runs,
                                                (it, at) -> run(it, at, rule.zone())))));
    }

    private static void run(JsonBytes json, Instant at, ZoneId zone) throws IOException {
        json.at("scheduledFor", at)
                .text("local", at.atZone(zone).format(DateTimeFormatter.ISO_OFFSET_DATE_TIME));
    }

    /** What is wrong is named as the parameter, not as the field of a timer. */
    private static Rule.Cron rule(Query query) {
        try {
            var zone = ScheduleFields.zone(query.text("zone").orElse("UTC"));
            var cron =
                    query.text("cron")
                            .orElseThrow(() -> new InvalidValueException("cron", "is required"));
            return new Rule.Cron(cron, zone);
        } catch (InvalidValueException e) {
            throw new InvalidValueException(
                    e.field().replace("schedule.", ""), String.valueOf(e.getMessage()));
        }
    }

    private static List<Instant> runs(TimerSchedule schedule, Instant from, int count) {
        return Stream.iterate(
                        schedule.next(from),
                        Optional::isPresent,
                        run -> run.flatMap(schedule::next))
                .flatMap(Optional::stream)
                .limit(count)
                .toList();
    }
}
