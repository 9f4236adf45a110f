package dev.belfry.server.api;

import static dev.belfry.core.Checks.require;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.belfry.core.InvalidValueException;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Many creates in one request, each with an outcome of its own. Thread-safe. */
final class BatchApi {
    private static final String TIMERS = "timers";

    private final TimersApi timers;
    private final Reads reads;
    private final int maxTimers;
    private final int maxBody;

    BatchApi(TimersApi timers, Reads reads, int maxTimers, int maxBody) {
        this.timers = timers;
        this.reads = reads;
        this.maxTimers = maxTimers;
        this.maxBody = maxBody;
    }

    Route route() {
        return Route.without(HttpMethod.POST, "/api/v1/timers/batch", this::create)
                .taking(maxBody, Answer.JSON);
    }

    private CompletableFuture<Answer> create(Call call) {
        var items = JsonText.readObject(call.body(), this::items);
        var conflicts = new Conflicts(maxBody);
        var results = items.stream().map(item -> created(item, call, conflicts)).toList();
        return CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
                .thenApplyAsync(_ -> Answer.json(200, bytes(results)), reads::run);
    }

    /** Where each item lies; all of them must be JSON before the first one is created. */
    private List<Body> items(JsonParser parser, Body body) throws IOException {
        var items = new ArrayList<Body>();
        var given = new boolean[1];
        JsonFields.read(
                parser,
                body,
                "",
                Set.of(TIMERS),
                (_, value) -> {
                    given[0] = true;
                    cut(value, items);
                });
        if (!given[0]) {
            throw new InvalidValueException(TIMERS, "is required");
        }
        return items;
    }

    private void cut(JsonValue value, List<Body> items) throws IOException {
        var parser = value.parser();
        require(parser.currentToken() == JsonToken.START_ARRAY, TIMERS, "must be a list");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            require(items.size() < maxTimers, TIMERS, "has more than %d items", maxTimers);
            items.add(value.skipped());
        }
    }

    /** The outcome of one item; its refusal does not hinder the others. */
    private CompletableFuture<Result> created(Body item, Call call, Conflicts conflicts) {
        try {
            var fields = JsonText.readObject(item, TimerReader::read);
            return timers.create(fields, call)
                    .thenApply(conflicts::withinMemory)
                    .exceptionally(BatchApi::refused);
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(refused(e));
        }
    }

    private static Result refused(Throwable failure) {
        return new Result.Refused(Problems.of(failure));
    }

    private static byte[] bytes(List<CompletableFuture<Result>> results) {
        return JsonBytes.object(
                json -> json.list("results", results, (it, one) -> write(it, one.join())));
    }

    private static void write(JsonBytes json, Result result) throws IOException {
        switch (result) {
            case Result.Made(var status, _, var entry) ->
                    json.number("status", status).object("timer", it -> TimerJson.write(it, entry));
            case Result.Refused(var problem) ->
                    json.number("status", problem.code().status())
                            .object("problem", it -> ProblemJson.write(it, problem));
            case Result.Deleted _ -> throw new IllegalStateException("a create deleted a timer");
        }
    }
}
