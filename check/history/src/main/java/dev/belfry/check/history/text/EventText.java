package dev.belfry.check.history.text;

import static dev.belfry.core.Checks.require;

import dev.belfry.check.history.Event;
import dev.belfry.core.InvalidValueException;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.NodeId;
import java.time.DateTimeException;

/** Events as lines of text: a name, then its fields in a fixed order, separated by tabs. */
public final class EventText {
    private EventText() {}

    public static String format(Event event) {
        var line = new Line();
        switch (event) {
            case Event.Declared(var at, var group) ->
                    declared(line.text("group").instant(at), group);
            case Event.Invoked(var id, var at, var operation) ->
                    OperationText.write(operation, line.text("invoke").id(id).instant(at));
            case Event.Answered(var id, var at, var outcome) ->
                    AnswerText.write(outcome, line.text("return").id(id).instant(at));
            case Event.AttemptStarted started -> started(line.text("start"), started);
            case Event.AttemptAnswered(var id, var at, var reply) ->
                    AnswerText.write(reply, line.text("reply").id(id).instant(at));
            case Event.Struck(var fault) -> FaultText.write(fault, line.text("fault"));
            case Event.Remained(var at, var key, var seen) ->
                    AnswerText.write(seen, line.text("remained").instant(at).key(key));
            case Event.Quiesced(var at, var listed) ->
                    line.text("quiesced").instant(at).yes(listed);
        }
        return line.toString();
    }

    private static void declared(Line line, Group group) {
        line.text(group.id().value())
                .number(group.shardCount())
                .duration(group.retention())
                .duration(group.failedRetention());
    }

    private static void started(Line line, Event.AttemptStarted started) {
        line.id(started.id())
                .instant(started.at())
                .key(started.key())
                .text(started.webhookId())
                .number(started.number())
                .instant(started.executeAt())
                .fingerprint(started.payload())
                .optional(started.node(), node -> line.text(node.value()));
    }

    public static Event parse(String text) {
        try {
            var fields = new LineFields(text);
            var event = read(fields);
            fields.end();
            return event;
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new InvalidValueException("line", "'" + text + "': " + e.getMessage());
        }
    }

    private static Event read(LineFields fields) {
        var name = fields.text();
        return switch (name) {
            case "group" -> new Event.Declared(fields.instant(), group(fields));
            case "invoke" ->
                    new Event.Invoked(fields.id(), fields.instant(), OperationText.read(fields));
            case "return" ->
                    new Event.Answered(
                            fields.id(), fields.instant(), AnswerText.readOutcome(fields));
            case "start" -> started(fields);
            case "reply" ->
                    new Event.AttemptAnswered(
                            fields.id(), fields.instant(), AnswerText.readReply(fields));
            case "fault" -> new Event.Struck(FaultText.read(fields));
            case "remained" ->
                    new Event.Remained(fields.instant(), fields.key(), AnswerText.readSeen(fields));
            case "quiesced" -> new Event.Quiesced(fields.instant(), fields.yes());
            default -> {
                require(false, "event", "'%s' is not known", name);
                throw new AssertionError(name);
            }
        };
    }

    private static Group group(LineFields fields) {
        return new Group(fields.group(), fields.number(), fields.duration(), fields.duration());
    }

    private static Event started(LineFields fields) {
        return new Event.AttemptStarted(
                fields.id(),
                fields.instant(),
                fields.key(),
                fields.text(),
                fields.number(),
                fields.instant(),
                fields.fingerprint(),
                fields.optional(() -> new NodeId(fields.text())));
    }
}
