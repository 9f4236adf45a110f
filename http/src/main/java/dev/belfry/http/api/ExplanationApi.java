package dev.belfry.http.api;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.http.auth.Access.Reach;
import dev.belfry.http.peer.PeerResponse;
import dev.belfry.http.peer.PeerSurvey;
import dev.belfry.node.Standing;
import dev.belfry.node.drive.Engine;
import dev.belfry.node.route.Delivery;
import dev.belfry.operate.access.Role;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Says why a timer has not fired yet. The owner of its shard knows best. Thread-safe. */
final class ExplanationApi {
    private static final String PATH = "/api/v1/groups/{groupId}/timers/{timerId}/explanation";
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final long LOOP_PATIENCE_MILLIS = 700;

    private final Engine engine;
    private final TimerStore store;
    private final Groups groups;
    private final Reads reads;
    private final Supplier<NodeRow> self;
    private final PeerSurvey others;
    private final InstantSource clock;

    /** What the store knows of it. */
    private record Known(Entry entry, Optional<Pause> pause) {}

    ExplanationApi(Api.Parts parts) {
        this.engine = parts.engine();
        this.store = parts.store();
        this.groups = parts.groups();
        this.reads = parts.reads();
        this.self = parts.self();
        this.others = parts.others();
        this.clock = parts.clock();
    }

    List<Route> routes() {
        var route =
                Route.get(PATH, this::show).asking(TimersApi.RUN).needing(Role.READ, Reach.PATH);
        var shortForm = route.alsoAt(TimersApi.shortForm(PATH));
        return List.of(route, route.betweenNodes(), shortForm, shortForm.betweenNodes());
    }

    private CompletableFuture<Answer> show(Call call) {
        var group = groups.find(call.group()).group();
        var key = TimersApi.timerOrRun(call);
        var owner = engine.ownerOf(group.shardOf(key)).filter(it -> !isSelf(it));
        return owner.isPresent() && call.passage().isFirst()
                ? ownersWord(owner.get(), group, key, call)
                : explained(group, key);
    }

    private boolean isSelf(NodeRow row) {
        return node(row).equals(node(self.get()));
    }

    private static NodeId node(NodeRow row) {
        return row.incarnation().node();
    }

    /** An owner that can not be asked is the explanation, or as good as any. */
    private CompletableFuture<Answer> ownersWord(
            NodeRow owner, Group group, TimerKey key, Call call) {
        return others.ask(owner, Owners.asked(call), PATIENCE)
                .thenCompose(
                        delivery ->
                                delivery
                                                        instanceof
                                                        Delivery.Answered<PeerResponse>(
                                                                PeerResponse(
                                                                        var status,
                                                                        _,
                                                                        var body))
                                                && status == 200
                                        ? CompletableFuture.completedFuture(
                                                Answer.json(200, body.getBytes()))
                                        : explained(group, key));
    }

    private CompletableFuture<Answer> explained(Group group, TimerKey key) {
        var shard = group.shardOf(key);
        return reads.read(() -> new Known(store.timers().find(shard, key), pauseOf(group.id())))
                .thenCompose(
                        known ->
                                standing(shard, known.entry())
                                        .thenApply(standing -> answer(key, known, standing)));
    }

    private Optional<Pause> pauseOf(GroupId group) {
        return store.pauses().inForce().stream().filter(it -> it.group().equals(group)).findFirst();
    }

    private CompletableFuture<Standing> standing(ShardId shard, Entry entry) {
        return entry instanceof Entry.Pending(var timer)
                ? engine.standing(shard, timer)
                        .completeOnTimeout(
                                Standing.WAITING, LOOP_PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                : CompletableFuture.completedFuture(Standing.ELSEWHERE);
    }

    private Answer answer(TimerKey key, Known known, Standing standing) {
        var explanation =
                Explanation.of(known.entry(), known.pause(), standing, clock.instant())
                        .orElseThrow(() -> Problems.notFound(key).raised());
        return Answer.json(200, JsonBytes.object(json -> write(json, explanation)));
    }

    private static void write(JsonBytes json, Explanation explanation) throws IOException {
        json.text("state", explanation.state())
                .text("text", explanation.text())
                .text("nextAttemptAt", explanation.nextAttemptAt())
                .list("schedule", explanation.plan().attempts(), ExplanationApi::write)
                .flag("moreAttempts", explanation.plan().hasMore());
    }

    private static void write(JsonBytes json, AttemptPlan.Planned planned) throws IOException {
        json.number("attempt", planned.attempt())
                .text("notBefore", planned.notBefore())
                .text("latest", planned.latest());
    }
}
