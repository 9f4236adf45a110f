package dev.belfry.node.fire;

import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.timer.InstantText;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.PastAttempt;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** What somebody is told of a timer that has failed for good: see the webhook timerFailed. */
final class FailureJson {
    private FailureJson() {}

    static String of(KeptTimer failed) {
        var timer = failed.timer();
        var json =
                object().add(text("type", "timer.failed"))
                        .add(text("groupId", timer.key().group().value()))
                        .add(text("timerId", timer.key().id()))
                        .add(text("timerUuid", timer.uuid().toString()))
                        .add(text("state", failed.state().name()))
                        .add(text("executeAt", InstantText.format(timer.spec().executeAt())))
                        .add(text("failedAt", InstantText.format(failed.settledAt())))
                        .add(text("keptUntil", InstantText.format(failed.keepUntil())))
                        .add(raw("attempts", Integer.toString(timer.attempts())));
        timer.lastError().ifPresent(error -> json.add(text("lastError", error)));
        timer.spec().correlationId().ifPresent(id -> json.add(text("correlationId", id)));
        timer.spec().recurrence().ifPresent(place -> addRun(json, place));
        if (!timer.attemptLog().attempts().isEmpty()) {
            json.add(
                    raw(
                            "lastAttempts",
                            timer.attemptLog().attempts().stream()
                                    .map(FailureJson::attempt)
                                    .collect(Collectors.joining(",", "[", "]"))));
        }
        return json.toString();
    }

    private static void addRun(StringJoiner json, Recurrence place) {
        json.add(text("scheduledFor", InstantText.format(place.scheduledFor())))
                .add(raw("run", Long.toString(place.run())));
    }

    private static String attempt(PastAttempt attempt) {
        var json =
                object().add(text("startedAt", InstantText.format(attempt.startedAt())))
                        .add(text("node", attempt.node()));
        if (attempt.status() != CallbackReply.NO_STATUS) {
            json.add(raw("status", Integer.toString(attempt.status())));
        }
        json.add(raw("durationMillis", Long.toString(attempt.took().toMillis())));
        attempt.error().ifPresent(error -> json.add(text("error", error)));
        return json.toString();
    }

    private static StringJoiner object() {
        return new StringJoiner(",", "{", "}");
    }

    private static String raw(String name, String value) {
        return "\"" + name + "\":" + value;
    }

    private static String text(String name, String value) {
        return raw(name, quoted(value));
    }

    private static String quoted(String value) {
        var text = new StringBuilder("\"");
        value.chars().forEach(c -> append(text, (char) c));
        return text.append('"').toString();
    }

    private static void append(StringBuilder text, char c) {
        if (c == '"' || c == '\\') {
            text.append('\\').append(c);
        } else if (c < 0x20) {
            text.append("\\u%04x".formatted((int) c));
        } else {
            text.append(c);
        }
    }
}
