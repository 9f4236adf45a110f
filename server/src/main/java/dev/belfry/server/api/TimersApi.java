package dev.belfry.server.api;

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
        return answered(create(JsonText.readObject(call.body(), TimerReader::read), call), call);
    }

    CompletableFuture<Result> create(TimerFields fields, Call call) {
        var key = asked.key(fields);
        return result(key, engine.create(key, asked.spec(key, fields, call), timeout));
    }

    private CompletableFuture<Answer> put(Call call) {
        var key = call.timer();
        var fields = JsonText.readObject(call.body(), TimerReader::read);
        asked.requireSame(key, fields);
        var spec = asked.spec(key, fields, call);
        var outcome = engine.put(key, spec, EntityTag.demanded(call), timeout);
        return answered(result(key, outcome), call);
    }

    private CompletableFuture<Answer> patch(Call call) {
        var key = call.timer();
        var fields = JsonText.readObject(call.body(), TimerReader::read);
        asked.requireSame(key, fields);
        var patch = asked.patch(key, fields);
        var outcome = engine.patch(key, patch, EntityTag.demanded(call), timeout);
        return answered(result(key, outcome), call);
    }

    private CompletableFuture<Answer> delete(Call call) {
        var key = known(call.timer());
        var outcome = engine.delete(key, EntityTag.demanded(call), timeout);
        return answered(result(key, outcome), call);
    }

    private CompletableFuture<Answer> redrive(Call call) {
        var key = known(call.timer());
        return answered(result(key, engine.redrive(key, timeout)), call);
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
            throw Problems.notFound(key).raised();
        }
        return Result.timer(200, entry);
    }

    private static CompletableFuture<Result> result(
            TimerKey key, CompletableFuture<Outcome> outcome) {
        return outcome.thenApply(it -> Result.of(key, it));
    }

    /** The engine answers on a loop's thread, which must not be kept with writing JSON. */
    private static CompletableFuture<Answer> answered(CompletableFuture<Result> result, Call call) {
        return result.thenApplyAsync(Result::answer, call.work());
    }
}
