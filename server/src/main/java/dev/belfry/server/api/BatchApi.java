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
    private final int maxTimers;
    private final int maxBody;

    BatchApi(TimersApi timers, int maxTimers, int maxBody) {
        this.timers = timers;
        this.maxTimers = maxTimers;
        this.maxBody = maxBody;
    }

    Route route() {
        return Route.without(HttpMethod.POST, "/api/v1/timers/batch", this::create)
                .taking(maxBody, Answer.JSON);
    }

    private CompletableFuture<Answer> create(Call call) {
        var items = JsonText.readObject(call.body().getBytes(), this::items);
        var results = items.stream().map(item -> created(item, call)).toList();
        return CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
                .thenApply(_ -> Answer.json(200, bytes(results)));
    }

    /** The bytes of each item; all of them must be JSON before the first one is created. */
    private List<byte[]> items(JsonParser parser, byte[] bytes) throws IOException {
        var items = new ArrayList<byte[]>();
        var given = new boolean[1];
        JsonFields.read(
                parser,
                bytes,
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

    private void cut(JsonValue value, List<byte[]> items) throws IOException {
        var parser = value.parser();
        require(parser.currentToken() == JsonToken.START_ARRAY, TIMERS, "must be a list");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            require(items.size() < maxTimers, TIMERS, "has more than %d items", maxTimers);
            items.add(value.raw().bytes());
        }
    }

    /** The outcome of one item; its refusal does not hinder the others. */
    private CompletableFuture<Answer> created(byte[] item, Call call) {
        try {
            var fields = JsonText.readObject(item, TimerReader::read);
            return timers.create(fields, call).exceptionally(BatchApi::refused);
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(refused(e));
        }
    }

    private static Answer refused(Throwable failure) {
        return ProblemJson.answer(Problems.of(failure));
    }

    private static byte[] bytes(List<CompletableFuture<Answer>> results) {
        var answers = results.stream().map(CompletableFuture::join).toList();
        return JsonBytes.object(json -> json.list("results", answers, BatchApi::write));
    }

    private static void write(JsonBytes json, Answer answer) throws IOException {
        if (answer instanceof Answer.Whole whole) {
            json.number("status", whole.status());
            json.raw(
                    whole.type().equals(Answer.PROBLEM) ? "problem" : "timer",
                    whole.body().getBytes());
        }
    }
}
