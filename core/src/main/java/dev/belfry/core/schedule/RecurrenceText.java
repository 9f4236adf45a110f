package dev.belfry.core.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The form in which stores keep a recurrence: names and values; what is usual is left out. */
public final class RecurrenceText {
    /** The longest there is: of a cron expression, a zone, and instants in milliseconds. */
    public static final int MAX_LENGTH = 1_000;

    private static final String SEPARATOR = ";";

    private RecurrenceText() {}

    public static String format(Recurrence recurrence) {
        var schedule = recurrence.schedule();
        var text = new StringJoiner(SEPARATOR);
        switch (schedule.rule()) {
            case Rule.Cron(var expression, var zone) ->
                    text.add("cron=" + expression).add("zone=" + zone);
            case Rule.Every(var period, var anchor) ->
                    text.add("every=" + period.toMillis()).add("anchor=" + anchor.toEpochMilli());
        }
        schedule.startAt().ifPresent(at -> text.add("start=" + at.toEpochMilli()));
        schedule.endAt().ifPresent(at -> text.add("end=" + at.toEpochMilli()));
        add(text, "count", schedule.count());
        text.add("catchUp=" + lower(schedule.catchUp()))
                .add("onFailure=" + lower(schedule.onFailure()));
        add(text, "jitter", schedule.jitter().toMillis());
        text.add("for=" + recurrence.scheduledFor().toEpochMilli()).add("run=" + recurrence.run());
        add(text, "skipped", recurrence.skipped());
        add(text, "paused", recurrence.paused() ? 1 : 0);
        add(text, "apart", recurrence.apart() ? 1 : 0);
        if (!recurrence.failed().isEmpty()) {
            text.add(
                    "failed="
                            + recurrence.failed().stream()
                                    .map(at -> Long.toString(at.toEpochMilli()))
                                    .collect(Collectors.joining(",")));
        }
        recurrence
                .redriven()
                .ifPresent(it -> text.add("redriven=" + it.run().toEpochMilli() + "," + it.by()));
        return text.toString();
    }

    public static Recurrence parse(String text) {
        var values = new HashMap<String, String>();
        for (var part : text.split(SEPARATOR, -1)) {
            int equals = part.indexOf('=');
            values.put(part.substring(0, equals), part.substring(equals + 1));
        }
        var schedule =
                new TimerSchedule(
                        rule(values),
                        instant(values, "start"),
                        instant(values, "end"),
                        number(values, "count"),
                        CatchUp.valueOf(upper(values, "catchUp")),
                        Duration.ofMillis(number(values, "jitter")),
                        OnFailure.valueOf(upper(values, "onFailure")));
        return new Recurrence(
                schedule,
                instant(values, "for").orElseThrow(),
                number(values, "run"),
                number(values, "skipped"),
                number(values, "paused") > 0,
                number(values, "apart") > 0,
                failed(values),
                Optional.ofNullable(values.get("redriven")).map(RecurrenceText::redriven));
    }

    private static Rule rule(Map<String, String> values) {
        var cron = values.get("cron");
        return cron == null
                ? new Rule.Every(
                        Duration.ofMillis(number(values, "every")),
                        instant(values, "anchor").orElseThrow())
                : new Rule.Cron(cron, ZoneId.of(values.getOrDefault("zone", "UTC")));
    }

    private static List<Instant> failed(Map<String, String> values) {
        return Stream.of(values.getOrDefault("failed", "").split(",", -1))
                .filter(at -> !at.isEmpty())
                .map(at -> Instant.ofEpochMilli(Long.parseLong(at)))
                .toList();
    }

    private static Recurrence.Redriven redriven(String text) {
        var parts = text.split(",", 2);
        return new Recurrence.Redriven(
                Instant.ofEpochMilli(Long.parseLong(parts[0])), Long.parseLong(parts[1]));
    }

    private static void add(StringJoiner text, String name, long value) {
        if (value != 0) {
            text.add(name + "=" + value);
        }
    }

    private static long number(Map<String, String> values, String name) {
        return Long.parseLong(values.getOrDefault(name, "0"));
    }

    private static Optional<Instant> instant(Map<String, String> values, String name) {
        return Optional.ofNullable(values.get(name))
                .map(at -> Instant.ofEpochMilli(Long.parseLong(at)));
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String upper(Map<String, String> values, String name) {
        return values.getOrDefault(name, "").toUpperCase(Locale.ROOT);
    }
}
