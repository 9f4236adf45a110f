package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.schedule.CatchUp;
import dev.belfry.core.schedule.OnFailure;
import dev.belfry.core.schedule.Rule;
import dev.belfry.core.schedule.TimerSchedule;
import dev.belfry.core.timer.DurationText;
import dev.belfry.core.timer.InstantText;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a request says about a schedule, each field as it was given. */
record ScheduleFields(Map<String, Object> given) {
    private static final Set<String> ALL =
            Set.of(
                    "cron",
                    "zone",
                    "every",
                    "anchor",
                    "startAt",
                    "endAt",
                    "count",
                    "catchUp",
                    "jitter",
                    "onFailure");

    static ScheduleFields read(JsonValue value) throws IOException {
        var given = new TreeMap<String, Object>();
        value.object(
                ALL,
                (name, field) -> {
                    if (!field.isNull()) {
                        given.put(name, valueOf(name, field));
                    }
                });
        return new ScheduleFields(given);
    }

    private static Object valueOf(String name, JsonValue value) throws IOException {
        return switch (name) {
            case "every", "jitter" -> value.duration();
            case "anchor", "startAt", "endAt" -> value.instant();
            case "count" -> value.integer();
            case "catchUp" -> named(CatchUp.values(), "schedule.catchUp", value.string());
            case "onFailure" -> named(OnFailure.values(), "schedule.onFailure", value.string());
            case "zone" -> zone(value.string()).getId();
            default -> value.string();
        };
    }

    /** The schedule that is meant; periods count from now on unless it says otherwise. */
    TimerSchedule schedule(Instant now) {
        int count = get("count", Integer.class).orElse(0);
        require(
                count > 0 || !given.containsKey("count"),
                "schedule.count",
                "must be a whole number from 1 on");
        return new TimerSchedule(
                rule(now),
                get("startAt", Instant.class),
                get("endAt", Instant.class),
                count,
                get("catchUp", CatchUp.class).orElse(CatchUp.LATEST),
                get("jitter", Duration.class).orElse(Duration.ZERO),
                get("onFailure", OnFailure.class).orElse(OnFailure.CONTINUE));
    }

    private Rule rule(Instant now) {
        var cron = get("cron", String.class);
        var every = get("every", Duration.class);
        require(
                cron.isPresent() != every.isPresent(),
                "schedule",
                "must have either cron or every");
        if (every.isPresent()) {
            require(!given.containsKey("zone"), "schedule.zone", "goes with cron, not with every");
            var anchor = get("anchor", Instant.class).or(() -> get("startAt", Instant.class));
            return new Rule.Every(every.get(), anchor.orElse(now));
        }
        require(!given.containsKey("anchor"), "schedule.anchor", "goes with every, not with cron");
        return new Rule.Cron(cron.orElseThrow(), zone(get("zone", String.class).orElse("UTC")));
    }

    static ZoneId zone(String text) {
        require(text.length() <= 64, "schedule.zone", "is longer than 64 characters");
        try {
            return ZoneId.of(text);
        } catch (DateTimeException _) {
            throw new InvalidValueException(
                    "schedule.zone",
                    "'%s' is not a time zone such as Europe/Berlin".formatted(text));
        }
    }

    private <T> Optional<T> get(String name, Class<T> type) {
        return Optional.ofNullable(given.get(name)).map(type::cast);
    }

    private static <E extends Enum<E>> E named(E[] values, String field, String text) {
        return Arrays.stream(values)
                .filter(value -> text.equals(value.name().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException(field, "must be " + names(values)));
    }

    private static String names(Enum<?>[] values) {
        return Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(" or "));
    }

    /** Its part in a digest: the fields that were given, by name. */
    String asText() {
        return given.entrySet().stream()
                .map(field -> field.getKey() + "=" + text(field.getValue()))
                .collect(Collectors.joining(";"));
    }

    private static String text(Object value) {
        return switch (value) {
            case Duration duration -> DurationText.format(duration);
            case Instant instant -> InstantText.format(instant);
            default -> value.toString();
        };
    }
}
