package dev.belfry.check.history.text;

import static dev.belfry.core.Checks.require;

import dev.belfry.check.history.InFlight;
import dev.belfry.check.history.ObservedAnswer;
import dev.belfry.check.history.ObservedOutcome;
import dev.belfry.check.history.Reply;
import dev.belfry.check.history.Seen;
import dev.belfry.check.history.Status;
import dev.belfry.core.timer.TimerState;

/** What clients and receivers answered, as fields of a line. */
final class AnswerText {
    private AnswerText() {}

    static void write(ObservedOutcome outcome, Line line) {
        switch (outcome) {
            case ObservedOutcome.Ok(var answer) -> {
                line.text("ok").number(answer.status().code()).text(answer.inFlight().name());
                line.optional(answer.seen(), seen -> write(seen, line));
            }
            case ObservedOutcome.Failed() -> line.text("failed");
            case ObservedOutcome.Unknown() -> line.text("unknown");
        }
    }

    static ObservedOutcome readOutcome(LineFields fields) {
        var name = fields.text();
        return switch (name) {
            case "ok" -> new ObservedOutcome.Ok(readAnswer(fields));
            case "failed" -> new ObservedOutcome.Failed();
            case "unknown" -> new ObservedOutcome.Unknown();
            default -> throw unknown("outcome", name);
        };
    }

    private static ObservedAnswer readAnswer(LineFields fields) {
        var status = Status.of(fields.number());
        var inFlight = fields.oneOf(InFlight.class);
        return new ObservedAnswer(status, fields.optional(() -> readSeen(fields)), inFlight);
    }

    static void write(Seen seen, Line line) {
        line.text(seen.state().name())
                .revision(seen.revision())
                .instant(seen.executeAt())
                .number(seen.attempts())
                .optional(seen.webhookId(), line::text);
    }

    static Seen readSeen(LineFields fields) {
        return new Seen(
                fields.oneOf(TimerState.class),
                fields.revision(),
                fields.instant(),
                fields.number(),
                fields.optional(fields::text));
    }

    static void write(Reply reply, Line line) {
        switch (reply) {
            case Reply.Done() -> line.text("done");
            case Reply.Reschedule(var at, var payload) ->
                    line.text("reschedule").instant(at).optional(payload, line::fingerprint);
            case Reply.Failed(var retryAfter) -> line.text("failed").duration(retryAfter);
            case Reply.Permanent() -> line.text("permanent");
            case Reply.Hung() -> line.text("hung");
        }
    }

    static Reply readReply(LineFields fields) {
        var name = fields.text();
        return switch (name) {
            case "done" -> new Reply.Done();
            case "reschedule" ->
                    new Reply.Reschedule(fields.instant(), fields.optional(fields::fingerprint));
            case "failed" -> new Reply.Failed(fields.duration());
            case "permanent" -> new Reply.Permanent();
            case "hung" -> new Reply.Hung();
            default -> throw unknown("reply", name);
        };
    }

    private static AssertionError unknown(String field, String name) {
        require(false, field, "'%s' is not known", name);
        return new AssertionError(name);
    }
}
