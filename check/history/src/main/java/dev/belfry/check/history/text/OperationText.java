package dev.belfry.check.history.text;

import static dev.belfry.core.Checks.require;

import dev.belfry.check.history.Change;
import dev.belfry.check.history.ObservedRequest;
import dev.belfry.check.history.Operation;
import dev.belfry.core.timer.RetryPolicy;

/** Operations as fields of a line. */
final class OperationText {
    private OperationText() {}

    static void write(Operation operation, Line line) {
        switch (operation) {
            case Operation.Create(var key, var request) ->
                    request(request, line.text("create").key(key));
            case Operation.Put(var key, var request, var precondition) ->
                    request(request, line.text("put").key(key).precondition(precondition));
            case Operation.Patch(var key, var change, var precondition) ->
                    change(change, line.text("patch").key(key).precondition(precondition));
            case Operation.Delete(var key, var precondition) ->
                    line.text("delete").key(key).precondition(precondition);
            case Operation.Redrive(var key) -> line.text("redrive").key(key);
            case Operation.Get(var key) -> line.text("get").key(key);
            case Operation.Pause(var group) -> line.text("pause").text(group.value());
            case Operation.Resume(var group) -> line.text("resume").text(group.value());
        }
    }

    private static void request(ObservedRequest request, Line line) {
        line.instant(request.executeAt())
                .fingerprint(request.payload())
                .text(request.retryPolicy().toText())
                .duration(request.timeout())
                .digest(request.digest());
    }

    private static void change(Change change, Line line) {
        line.optional(change.executeAt(), line::instant)
                .optional(change.payload(), line::fingerprint)
                .optional(change.retryPolicy(), policy -> line.text(policy.toText()))
                .optional(change.timeout(), line::duration)
                .yes(change.others())
                .digest(change.digest());
    }

    static Operation read(LineFields fields) {
        var name = fields.text();
        return switch (name) {
            case "create" -> new Operation.Create(fields.key(), request(fields));
            case "put" -> {
                var key = fields.key();
                var precondition = fields.precondition();
                yield new Operation.Put(key, request(fields), precondition);
            }
            case "patch" -> {
                var key = fields.key();
                var precondition = fields.precondition();
                yield new Operation.Patch(key, change(fields), precondition);
            }
            case "delete" -> new Operation.Delete(fields.key(), fields.precondition());
            case "redrive" -> new Operation.Redrive(fields.key());
            case "get" -> new Operation.Get(fields.key());
            case "pause" -> new Operation.Pause(fields.group());
            case "resume" -> new Operation.Resume(fields.group());
            default -> {
                require(false, "operation", "'%s' is not known", name);
                throw new AssertionError(name);
            }
        };
    }

    private static ObservedRequest request(LineFields fields) {
        return new ObservedRequest(
                fields.instant(),
                fields.fingerprint(),
                RetryPolicy.fromText(fields.text()),
                fields.duration(),
                fields.digest());
    }

    private static Change change(LineFields fields) {
        return new Change(
                fields.optional(fields::instant),
                fields.optional(fields::fingerprint),
                fields.optional(() -> RetryPolicy.fromText(fields.text())),
                fields.optional(fields::duration),
                fields.yes(),
                fields.digest());
    }
}
