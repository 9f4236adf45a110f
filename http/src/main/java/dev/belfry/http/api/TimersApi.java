package dev.belfry.http.api;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.node.Engine;
import dev.belfry.node.Outcome;

import io.vertx.core.http.HttpMethod;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The calls that concern one timer. Thread-safe. */
final class TimersApi {
    private static final String ONE = "/api/v1/timers/{groupId}/{timerId}";
    private static final String MERGE_PATCH = "application/merge-patch+json";

    private final Engine engine;
    private final Groups groups;
    private final RequestedTimer asked;
    private final Reads reads;
    private final Owners owners;
    private final int maxBody;

    TimersApi(Engine engine, Groups groups, RequestedTimer asked, Reads reads, Owners owners, int maxBody) {
        this.engine = engine;
        this.groups = groups;
        this.asked = asked;
        this.reads = reads;
        this.owners = owners;
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
                Route.without(HttpMethod.POST, ONE + "/fire", this::fire),
                redriveOne());
    }

    private Route redriveOne() {
        return Route.without(
                HttpMethod.POST,
                "/api/v1/groups/{groupId}/failed/{timerId}/redrive",
                this::redrive);
    }

    private CompletableFuture<Answer> create(Call call) {
        var draft = draft(JsonText.readObject(call.body(), TimerReader::read), call);
        return changed(draft.key(), call, timeout -> create(draft, timeout));
    }

    /** A timer that is to be created. */
    record Draft(TimerKey key, TimerSpec spec) {}

    Draft draft(TimerFields fields, Call call) {
        var key = asked.key(fields);
        return new Draft(key, asked.spec(key, fields, call));
    }

    CompletableFuture<Outcome> create(Draft draft, Duration timeout) {
        return engine.create(draft.key(), draft.spec(), timeout);
    }

    ShardId shardOf(TimerKey key) {
        return groups.find(key.group()).group().shardOf(key);
    }

    private CompletableFuture<Answer> put(Call call) {
        var key = call.timer();
        var fields = JsonText.readObject(call.body(), TimerReader::read);
        asked.requireSame(key, fields);
        var spec = asked.spec(key, fields, call);
        var precondition = EntityTag.demanded(call);
        return changed(key, call, timeout -> engine.put(key, spec, precondition, timeout));
    }

    private CompletableFuture<Answer> patch(Call call) {
        var key = call.timer();
        var fields = JsonText.readObject(call.body(), TimerReader::read);
        asked.requireSame(key, fields);
        var patch = asked.patch(key, fields);
        var precondition = EntityTag.demanded(call);
        return changed(key, call, timeout -> engine.patch(key, patch, precondition, timeout));
    }

    private CompletableFuture<Answer> delete(Call call) {
        var key = known(call.timer());
        var precondition = EntityTag.demanded(call);
        return changed(key, call, timeout -> engine.delete(key, precondition, timeout));
    }

    private CompletableFuture<Answer> fire(Call call) {
        var key = known(call.timer());
        var precondition = EntityTag.demanded(call);
        return changed(key, call, timeout -> engine.fire(key, precondition, timeout));
    }

    private CompletableFuture<Answer> redrive(Call call) {
        var key = known(call.timer());
        return changed(key, call, timeout -> engine.redrive(key, timeout));
    }

    /** Redrives one of many timers that a call is about, as a call for it alone would. */
    CompletableFuture<Answer> redrive(TimerKey key, Call call) {
        return changed(key, call.alone(redriveOne(), key), timeout -> engine.redrive(key, timeout));
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

    private CompletableFuture<Answer> changed(
            TimerKey key, Call call, Function<Duration, CompletableFuture<Outcome>> change) {
        return owners.change(key, shardOf(key), call, change);
    }
}
