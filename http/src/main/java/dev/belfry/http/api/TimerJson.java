package dev.belfry.http.api;

import dev.belfry.core.timer.AnswerRules;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.DurationText;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.PastAttempt;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Set;

/** Timers as the API shows them. */
final class TimerJson {
    /** What the API shows and never takes. */
    static final Set<String> READ_ONLY =
            Set.of(
                    "timerUuid",
                    "state",
                    "createdAt",
                    "updatedAt",
                    "attempts",
                    "nextAttemptAt",
                    "lastError",
                    "reachedAt",
                    "failedAt",
                    "cancelledAt",
                    "lastAttempts",
                    "keptUntil",
                    "scheduledFor",
                    "run",
                    "skippedRuns",
                    "paused",
                    "failedRuns",
                    "redrivenRun");

    /** Values of callback headers may be secrets. */
    private static final String REDACTED = "(redacted)";

    private TimerJson() {}

    static byte[] bytes(Entry entry) {
        return JsonBytes.object(json -> write(json, entry));
    }

    static void write(JsonBytes json, Entry entry) throws IOException {
        write(json, entry, true);
    }

    /**
     * @param payload whether it is shown, too
     */
    static void write(JsonBytes json, Entry entry, boolean payload) throws IOException {
        switch (entry) {
            case Entry.Absent() -> {}
            case Entry.Pending(var timer) -> scheduled(json, timer, payload);
            case Entry.Kept(var kept) -> kept(json, kept, payload);
        }
    }

    /** About how many bytes it makes. */
    static int sizeBytes(Entry entry) {
        return switch (entry) {
            case Entry.Absent() -> 0;
            case Entry.Pending(var timer) -> timer.heapBytes();
            case Entry.Kept(var kept) -> kept.timer().heapBytes();
        };
    }

    private static void scheduled(JsonBytes json, Timer timer, boolean payload) throws IOException {
        asked(json, timer, payload);
        json.text("state", TimerState.SCHEDULED);
        if (!isParked(timer)) {
            json.at("nextAttemptAt", timer.fireAt());
        }
    }

    /** Whether it is paused, and lies at the end of time until it is resumed. */
    private static boolean isParked(Timer timer) {
        return timer.recurrence().isPresent() && timer.fireAt().equals(Instants.LATEST);
    }

    private static void kept(JsonBytes json, KeptTimer kept, boolean payload) throws IOException {
        asked(json, kept.timer(), payload);
        json.text("state", kept.state());
        json.at(settledAt(kept.state()), kept.settledAt());
        json.at("keptUntil", kept.keepUntil());
    }

    private static String settledAt(TimerState state) {
        return switch (state) {
            case SCHEDULED -> throw new IllegalArgumentException("a pending timer is not settled");
            case REACHED -> "reachedAt";
            case FAILED -> "failedAt";
            case CANCELLED -> "cancelledAt";
        };
    }

    private static void asked(JsonBytes json, Timer timer, boolean payload) throws IOException {
        var spec = timer.spec();
        json.text("groupId", timer.key().group())
                .text("timerId", timer.key().id())
                .text("timerUuid", timer.uuid())
                .at("executeAt", executeAt(timer));
        target(json, spec.target());
        json.object("retryPolicy", it -> retryPolicy(it, spec.retryPolicy()))
                .text("correlationId", spec.correlationId());
        if (payload) {
            json.raw("payload", spec.payload().bytes());
        }
        json.at("createdAt", timer.createdAt())
                .at("updatedAt", timer.updatedAt())
                .number("attempts", timer.attempts())
                .text("lastError", timer.lastError());
        if (!timer.attemptLog().attempts().isEmpty()) {
            json.list("lastAttempts", timer.attemptLog().attempts(), TimerJson::pastAttempt);
        }
        if (spec.recurrence().isPresent()) {
            ScheduleJson.write(json, spec.recurrence().get());
        }
    }

    static void pastAttempt(JsonBytes json, PastAttempt attempt) throws IOException {
        json.at("startedAt", attempt.startedAt()).text("node", attempt.node());
        if (attempt.status() != 0) {
            json.number("status", attempt.status());
        }
        json.number("durationMillis", attempt.took().toMillis()).text("error", attempt.error());
    }

    private static Instant executeAt(Timer timer) {
        return timer.recurrence()
                .filter(_ -> isParked(timer))
                .map(place -> place.executeAt(timer.uuid().low()))
                .orElse(timer.spec().executeAt());
    }

    private static void target(JsonBytes json, CallbackTarget target) throws IOException {
        json.text("callbackUrl", target.url())
                .text("callbackTimeout", DurationText.format(target.timeout()))
                .text("method", target.method())
                .text("body", target.body());
        if (!target.credential().isNone()) {
            json.text("credential", target.credential().text());
        }
        if (!target.onFailed().isOfGroup()) {
            json.text("onFailed", target.onFailed().text());
        }
        var names = target.headers().byName().keySet();
        if (!names.isEmpty()) {
            json.object("headers", it -> redacted(it, names));
        }
    }

    private static void redacted(JsonBytes json, Set<String> names) throws IOException {
        for (var name : names) {
            json.text(name, REDACTED);
        }
    }

    static void retryPolicy(JsonBytes json, RetryPolicy policy) throws IOException {
        json.number("maxAttempts", policy.maxAttempts())
                .text("maxDuration", DurationText.format(policy.maxDuration()))
                .text("initialInterval", DurationText.format(policy.initialInterval()))
                .decimal("backoffMultiplier", policy.backoffMultiplier())
                .text("maxInterval", DurationText.format(policy.maxInterval()))
                .text("success", policy.answers().success())
                .raw("permanentStatuses", statuses(policy.answers()));
    }

    private static byte[] statuses(AnswerRules answers) {
        return answers.permanentStatuses().toString().getBytes(StandardCharsets.US_ASCII);
    }
}
