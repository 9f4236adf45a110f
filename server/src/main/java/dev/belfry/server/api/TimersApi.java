package dev.belfry.server.api;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.engine.Engine;
import dev.belfry.engine.Outcome;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The calls that concern one timer. Thread-safe. */
final class TimersApi {
    private static final String ONE = "/api/v1/timers/{groupId}/{timerId}";
    private static final String MERGE_PATCH = "application/merge-patch+json";

    private final Engine engine;
    private final Groups groups;
    private final Asked asked;
    private final Reads reads;
    private final Duration timeout;
    private final int maxBody;

    TimersApi(
            Engine engine, Groups groups, Asked asked, Reads reads, Duration timeout, int maxBody) {
        this.engine = engine;
        this.groups = groups;
        this.asked = asked;
        this.reads = reads;
        this.timeout = timeout;
        this.maxBody = maxBody;
    }

    List<Route> routes() {
        return List.of(
                Route.without(HttpMethod.POST, "/api/v1/timers", this::create)
                        .taking(maxBody, Answer.JSON),
                Route.get(ONE, this::show),
                Route.without(HttpMethod.PUT, ONE, this::put).taking(maxBody, Answer.JSON),
                Route.without(HttpMethod.PATCH, ONE, this::patch)
                        .taking(maxBody, Answer.JSON, MERGE_PATCH),
                Route.without(HttpMethod.DELETE, ONE, this::delete),
                Route.without(
                        HttpMethod.POST,
                        "/api/v1/groups/{groupId}/failed/{timerId}/redrive",
                        this::redrive));
    }

    private CompletableFuture<Answer> create(Call call) {
        return create(JsonText.readObject(call.body().getBytes(), TimerReader::read), call);
    }

    CompletableFuture<Answer> create(TimerFields fields, Call call) {
        var key = asked.key(fields);
        return answered(key, engine.create(key, asked.spec(key, fields, call), timeout));
    }

    private CompletableFuture<Answer> put(Call call) {
        var key = call.timer();
        var fields = JsonText.readObject(call.body().getBytes(), TimerReader::read);
        asked.requireSame(key, fields);
        var spec = asked.spec(key, fields, call);
        return answered(key, engine.put(key, spec, EntityTag.demanded(call), timeout));
    }

    private CompletableFuture<Answer> patch(Call call) {
        var key = call.timer();
        var fields = JsonText.readObject(call.body().getBytes(), TimerReader::read);
        asked.requireSame(key, fields);
        var patch = asked.patch(key, fields);
        return answered(key, engine.patch(key, patch, EntityTag.demanded(call), timeout));
    }

    private CompletableFuture<Answer> delete(Call call) {
        var key = known(call.timer());
        return answered(key, engine.delete(key, EntityTag.demanded(call), timeout));
    }

    private CompletableFuture<Answer> redrive(Call call) {
        var key = known(call.timer());
        return answered(key, engine.redrive(key, timeout));
    }

    private CompletableFuture<Answer> show(Call call) {
        var key = known(call.timer());
        return reads.read(() -> engine.find(key)).thenApply(entry -> shown(key, entry));
    }

    private TimerKey known(TimerKey key) {
        return new TimerKey(groups.find(key.group()).group().id(), key.id());
    }

    private static Answer shown(TimerKey key, Entry entry) {
        if (entry instanceof Entry.Absent) {
            throw notFound(key).raised();
        }
        return timer(200, entry);
    }

    private static CompletableFuture<Answer> answered(
            TimerKey key, CompletableFuture<Outcome> outcome) {
        return outcome.thenApply(
                it ->
                        switch (it) {
                            case Outcome.Decided(var decision, var hint) ->
                                    decided(key, decision, hint);
                            case Outcome.NotApplied(var reason) ->
                                    throw Problems.of(reason).raised();
                            case Outcome.Unknown() -> throw Problems.outcomeUnknown().raised();
                            case Outcome.Refused(var message) ->
                                    throw Problem.of(Code.NOT_STORABLE, message).raised();
                        });
    }

    private static Answer decided(TimerKey key, Decision decision, Outcome.AttemptHint hint) {
        return switch (decision.verdict()) {
            case CREATED -> created(key, decision.after());
            case REPLACED, PATCHED, REDRIVEN, IDENTICAL -> timer(200, decision.after());
            case DELETED -> deleted(hint);
            case EXISTS -> throw exists(decision.after()).raised();
            case NOT_FOUND -> throw notFound(key).raised();
            case PRECONDITION_FAILED -> throw otherwise(decision.after()).raised();
            case SETTLED, EXPIRED, SUPERSEDED ->
                    throw new IllegalStateException(key + " was answered " + decision.verdict());
        };
    }

    private static Answer.Whole timer(int status, Entry entry) {
        var answer = Answer.json(status, TimerJson.bytes(entry));
        return EntityTag.of(entry).map(tag -> answer.header("ETag", tag)).orElse(answer);
    }

    private static Answer created(TimerKey key, Entry entry) {
        var location = "/api/v1/timers/%s/%s".formatted(key.group(), PercentText.encode(key.id()));
        return timer(201, entry).header("Location", location);
    }

    private static Answer deleted(Outcome.AttemptHint hint) {
        var answer = Answer.empty(204);
        return switch (hint) {
            case NONE -> answer;
            case POSSIBLE -> answer.header("Belfry-Attempt-In-Flight", "possible");
            case IN_FLIGHT -> answer.header("Belfry-Attempt-In-Flight", "true");
        };
    }

    private static Problem exists(Entry existing) {
        return Problem.of(Code.TIMER_EXISTS, "the timer that is there is shown")
                .field("timerId")
                .showing(existing);
    }

    private static Problem otherwise(Entry existing) {
        return Problem.of(Code.PRECONDITION_FAILED, "If-Match does not hold")
                .field("If-Match")
                .showing(existing);
    }

    private static Problem notFound(TimerKey key) {
        return Problem.of(
                Code.TIMER_NOT_FOUND,
                "group '%s' has no timer '%s'".formatted(key.group(), key.id()));
    }
}
