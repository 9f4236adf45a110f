package dev.belfry.http.api;

import dev.belfry.core.timer.GroupId;
import dev.belfry.http.peer.OrphanReplyJson;
import dev.belfry.node.Confirmation;
import dev.belfry.node.drive.Engine;
import dev.belfry.node.route.PauseNews;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/** The calls that only other nodes make. Thread-safe. */
final class PeerApi {
    private final Engine engine;
    private final Groups groups;
    private final Reads reads;
    private final int maxReply;

    /**
     * Calls of other nodes.
     *
     * @param maxReply bytes of a reply with its payload
     */
    PeerApi(Engine engine, Groups groups, Reads reads, int maxReply) {
        this.engine = engine;
        this.groups = groups;
        this.reads = reads;
        this.maxReply = maxReply;
    }

    List<Route> routes() {
        return List.of(
                told(PauseNews.Kind.PAUSED, engine::pauseWritten),
                told(PauseNews.Kind.RESUMED, engine::resumeWritten),
                Route.without(HttpMethod.POST, OrphanReplyJson.URI, this::replied)
                        .taking(maxReply, Answer.JSON)
                        .betweenNodes());
    }

    private Route told(PauseNews.Kind kind, BiFunction<GroupId, Duration, Confirmation> tell) {
        return Route.without(
                        HttpMethod.POST, Confirmations.path(kind), call -> confirmed(call, tell))
                .betweenNodes();
    }

    private CompletableFuture<Answer> confirmed(
            Call call, BiFunction<GroupId, Duration, Confirmation> tell) {
        var group = groups.find(call.group()).group().id();
        return reads.look(
                () -> {
                    if (!tell.apply(group, Owners.timeLeft(call)).isComplete()) {
                        throw Answer.overloaded("not every loop has heard it");
                    }
                    return Answer.empty(Confirmations.CONFIRMED);
                });
    }

    /** An attempt of a group that is not configured here is nobody's that could wait here. */
    private CompletableFuture<Answer> replied(Call call) {
        var orphan = OrphanReplyJson.parse(call.body().copy());
        groups.find(orphan.shard().group());
        engine.replied(orphan.shard(), orphan.attempt(), orphan.result());
        return CompletableFuture.completedFuture(Answer.empty(Confirmations.CONFIRMED));
    }
}
