package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import com.fasterxml.jackson.core.JsonParser;
import dev.belfry.core.InvalidValueException;
import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.schedule.TimerSchedule;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.timer.AttemptLog;
import dev.belfry.core.timer.CallbackBody;
import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.CallbackMethod;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.CredentialName;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.FailureUrl;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.PastAttempt;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerState;
import dev.belfry.core.timer.TimerUuid;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads a timer out of a line that {@link ExportLines} wrote. Confined to the request. */
final class ImportedTimer {
    private static final Set<String> OF_EXPORT =
            Set.of(
                    "state",
                    "settledAt",
                    "keptUntil",
                    "generation",
                    "revision",
                    "digest",
                    "createdAt",
                    "updatedAt",
                    "nextAttemptAt",
                    "attempts",
                    "lastError",
                    "lastAttempts",
                    "traceId",
                    "headersLeftOut",
                    "payloadLeftOut",
                    "payloadBase64",
                    "scheduledFor",
                    "run",
                    "skippedRuns",
                    "paused",
                    "singleRun",
                    "failedRuns",
                    "redrivenRun",
                    "redrivenBy");

    private static final Set<String> KNOWN = known();
    private static final Set<String> OF_ATTEMPT =
            Set.of("startedAt", "node", "status", "durationMillis", "error");

    private static final Pattern NUMBER = Pattern.compile("[0-9a-f]{1,16}");
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{32}");
    private static final Pattern TRACE = Pattern.compile("[0-9a-f]{32}");

    /** Far beyond any clock, with room for all changes to come. */
    private static final long GREATEST_NUMBER = 1L << 62;

    private final TimerReader asked = new TimerReader();
    private final Values given = new Values(new HashMap<>());

    /** What was given, by the names of the fields. */
    private record Values(Map<String, Object> byName) {
        <T> Optional<T> get(String name, Class<T> type) {
            return Optional.ofNullable(byName.get(name)).map(type::cast);
        }

        <T> T required(String name, Class<T> type) {
            return get(name, type)
                    .orElseThrow(() -> new InvalidValueException(name, "is required"));
        }

        <T> List<T> list(String name, Class<T> type) {
            return byName.get(name) instanceof List<?> some
                    ? some.stream().<T>map(type::cast).toList()
                    : List.of();
        }
    }

    private static Set<String> known() {
        var names = new HashSet<>(TimerReader.ALL);
        names.remove("delay");
        names.addAll(OF_EXPORT);
        return Set.copyOf(names);
    }

    /** Reads an object that has begun. */
    static Entry read(JsonParser parser, Body body) throws IOException {
        var reader = new ImportedTimer();
        JsonFields.read(parser, body, "", KNOWN, reader::take);
        return reader.entry();
    }

    // ---- fields

    private void take(String name, JsonValue value) throws IOException {
        if (!OF_EXPORT.contains(name)) {
            asked.take(name, value);
        } else {
            given.byName().put(name, valueOf(name, value));
        }
    }

    private static Object valueOf(String name, JsonValue value) throws IOException {
        return switch (name) {
            case "settledAt",
                    "keptUntil",
                    "createdAt",
                    "updatedAt",
                    "nextAttemptAt",
                    "scheduledFor",
                    "redrivenRun" ->
                    value.instant();
            case "generation", "revision", "redrivenBy" -> number(name, value.string());
            case "digest" -> digest(value.string());
            case "attempts" -> (int) natural(name, value.integer());
            case "run", "skippedRuns" -> natural(name, value.whole(TimerSchedule.MAX_COUNT));
            case "paused", "singleRun" -> value.flag();
            case "failedRuns" -> value.list(JsonValue::instant);
            case "lastAttempts" -> value.list(ImportedTimer::attempt);
            case "payloadBase64" -> payload(value.string());
            case "traceId" -> matching(TRACE, name, value.string());
            case "headersLeftOut", "payloadLeftOut" ->
                    throw new InvalidValueException(
                            name,
                            "says that this line is not whole: export with header values (secrets)"
                                    + " and payloads");
            default -> value.string();
        };
    }

    private static PastAttempt attempt(JsonValue value) throws IOException {
        var fields = new Values(new HashMap<>());
        value.object(
                OF_ATTEMPT, (name, field) -> fields.byName().put(name, ofAttempt(name, field)));
        return new PastAttempt(
                fields.required("startedAt", Instant.class),
                fields.required("node", String.class),
                fields.get("status", Integer.class).orElse(0),
                Duration.ofMillis(fields.get("durationMillis", Integer.class).orElse(0)),
                fields.get("error", String.class));
    }

    private static Object ofAttempt(String name, JsonValue value) throws IOException {
        return switch (name) {
            case "startedAt" -> value.instant();
            case "status", "durationMillis" -> (int) natural(name, value.integer());
            case "node" -> new NodeId(value.string()).value();
            default -> value.string();
        };
    }

    private static long number(String name, String text) {
        matching(NUMBER, name, text);
        long number = Long.parseUnsignedLong(text, 16);
        require(number > 0 && number < GREATEST_NUMBER, name, "is out of range");
        return number;
    }

    private static long natural(String name, long number) {
        require(number >= 0, name, "is below zero");
        return number;
    }

    private static Digest digest(String text) {
        return Digest.fromBytes(HexFormat.of().parseHex(matching(DIGEST, "digest", text)));
    }

    private static String matching(Pattern form, String name, String text) {
        require(form.matcher(text).matches(), name, "is not as an export writes it");
        return text;
    }

    private static Payload payload(String text) {
        try {
            var bytes = Base64.getDecoder().decode(text);
            JsonText.requireValue(new Body(bytes, 0, bytes.length));
            return Payload.wrap(bytes);
        } catch (IllegalArgumentException _) {
            throw new InvalidValueException("payloadBase64", "is not Base64");
        }
    }

    // ---- the timer

    private Entry entry() {
        var fields = asked.fields(List.of());
        var state = state(given.required("state", String.class));
        var timer = timer(fields);
        return state == TimerState.SCHEDULED
                ? new Entry.Pending(timer)
                : new Entry.Kept(
                        new KeptTimer(
                                timer,
                                state,
                                given.required("settledAt", Instant.class),
                                given.required("keptUntil", Instant.class)));
    }

    private static TimerState state(String word) {
        for (var state : TimerState.values()) {
            if (state.name().equals(word)) {
                return state;
            }
        }
        throw new InvalidValueException("state", "must be of " + List.of(TimerState.values()));
    }

    private Timer timer(TimerFields fields) {
        var place = place(fields);
        var key =
                TimerKey.stored(
                        new GroupId(fields.groupId().required("groupId")),
                        fields.timerId().required("timerId"),
                        place);
        return new Timer(
                key,
                TimerUuid.of(key),
                new Generation(given.required("generation", Long.class)),
                new Revision(given.required("revision", Long.class)),
                spec(fields, place),
                given.required("nextAttemptAt", Instant.class),
                given.get("attempts", Integer.class).orElse(0),
                given.get("lastError", String.class).map(Timer::keptError),
                attempts(),
                given.required("createdAt", Instant.class),
                given.required("updatedAt", Instant.class));
    }

    private AttemptLog attempts() {
        var log = AttemptLog.NONE;
        for (var attempt : given.list("lastAttempts", PastAttempt.class)) {
            log = log.with(attempt);
        }
        return log;
    }

    private TimerSpec spec(TimerFields fields, Optional<Recurrence> place) {
        var target =
                new CallbackTarget(
                        fields.callbackUrl().required("callbackUrl"),
                        fields.callbackTimeout().required("callbackTimeout"),
                        fields.headers().given().orElse(CallbackHeaders.NONE),
                        fields.method().given().orElse(CallbackMethod.POST),
                        fields.body().given().orElse(CallbackBody.ENVELOPE),
                        fields.credential().given().orElse(CredentialName.NONE),
                        fields.onFailed().given().orElse(FailureUrl.OF_GROUP),
                        given.get("traceId", String.class));
        return new TimerSpec(
                fields.executeAt().required("executeAt"),
                target,
                given.get("payloadBase64", Payload.class)
                        .or(() -> fields.payload().given())
                        .orElseThrow(() -> new InvalidValueException("payload", "is required")),
                fields.retryPolicy().required("retryPolicy").over(RetryPolicy.DEFAULT),
                fields.correlationId().given(),
                place,
                given.required("digest", Digest.class));
    }

    private Optional<Recurrence> place(TimerFields fields) {
        return fields.schedule()
                .given()
                .map(
                        schedule -> {
                            long run = given.required("run", Long.class);
                            require(run >= 1, "run", "must be 1 or more");
                            var failed = given.list("failedRuns", Instant.class);
                            require(
                                    failed.size() <= Recurrence.MAX_FAILED,
                                    "failedRuns",
                                    "are more than %d",
                                    Recurrence.MAX_FAILED);
                            var from = given.required("scheduledFor", Instant.class);
                            return new Recurrence(
                                    schedule.schedule(from),
                                    from,
                                    run,
                                    given.get("skippedRuns", Long.class).orElse(0L),
                                    given.get("paused", Boolean.class).orElse(false),
                                    given.get("singleRun", Boolean.class).orElse(false),
                                    failed,
                                    redriven());
                        });
    }

    private Optional<Recurrence.Redriven> redriven() {
        return given.get("redrivenRun", Instant.class)
                .map(run -> new Recurrence.Redriven(run, given.required("redrivenBy", Long.class)));
    }
}
