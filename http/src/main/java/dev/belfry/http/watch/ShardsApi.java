package dev.belfry.http.watch;

import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import dev.belfry.http.api.Answer;
import dev.belfry.http.api.Call;
import dev.belfry.http.api.Groups;
import dev.belfry.http.api.JsonBytes;
import dev.belfry.http.api.Reads;
import dev.belfry.http.api.Route;
import dev.belfry.http.auth.Access.Reach;
import dev.belfry.http.peer.PeerSurvey;
import dev.belfry.node.ShardStats;
import dev.belfry.node.drive.Engine;
import dev.belfry.operate.access.Role;
import dev.belfry.operate.metrics.Moves;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The shards of a group: who has them, how much they do, and how they moved. Thread-safe. */
final class ShardsApi {
    private static final String BETWEEN_NODES = "/watch/groups/{groupId}/shards";

    /** A loop that does not answer by then has more to do than to be looked at. */
    private static final long PATIENCE_MILLIS = 700;

    private final String self;
    private final Engine engine;
    private final TimerStore store;
    private final Groups groups;
    private final Reads reads;
    private final Moves moves;
    private final PeerSurvey others;
    private final InstantSource clock;

    /** How a shard stands. */
    enum State {
        OPEN,
        OPENING,
        MOVING,
        NO_OWNER
    }

    /** What the nodes say of a group's shards. */
    private record Said(
            Map<Integer, ShardFigures> figures, List<MoveLog.Step> steps, List<String> missing) {}

    ShardsApi(String self, Observatory.Parts parts) {
        this.self = self;
        this.engine = parts.engine();
        this.store = parts.store();
        this.groups = parts.groups();
        this.reads = parts.reads();
        this.moves = parts.metrics().moves();
        this.others = parts.others();
        this.clock = parts.clock();
    }

    List<Route> routes() {
        return List.of(
                Route.get("/api/v1/groups/{groupId}/shards", this::show)
                        .needing(Role.READ, Reach.PATH),
                Route.get(BETWEEN_NODES, this::own).betweenNodes());
    }

    private CompletableFuture<Answer> show(Call call) {
        var group = groups.find(call.group()).group().id();
        var asked = others.ask(BETWEEN_NODES.replace("{groupId}", group.value()));
        return figures(group)
                .thenCombine(asked, (mine, answers) -> said(group, mine, answers))
                .thenCombine(reads.list(() -> store.leases().shards(group)), this::answer);
    }

    private CompletableFuture<List<ShardFigures>> figures(GroupId group) {
        return engine.shardStats(group)
                .completeOnTimeout(List.of(), PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                .thenApply(this::figures);
    }

    private List<ShardFigures> figures(List<ShardStats> stats) {
        var now = clock.instant();
        return stats.stream().map(it -> ShardFigures.of(it, now)).toList();
    }

    private Said said(GroupId group, List<ShardFigures> mine, PeerSurvey.Answers answers) {
        var figures = new HashMap<Integer, ShardFigures>();
        mine.forEach(it -> figures.put(it.shard(), it));
        var steps = new ArrayList<>(steps(group));
        for (var node : answers.given()) {
            node.path("shards").forEach(it -> put(figures, ShardFigures.read(it)));
            var name = node.path("nodeId").asText();
            node.path("moves").forEach(it -> steps.add(MoveLog.Step.read(it, name)));
        }
        return new Said(figures, steps, answers.missing());
    }

    /** While a shard moves two nodes may have it; the one where it is open is right. */
    private static void put(Map<Integer, ShardFigures> figures, ShardFigures said) {
        figures.merge(said.shard(), said, (a, b) -> b.open() ? b : a);
    }

    private List<MoveLog.Step> steps(GroupId group) {
        return moves.of(group).stream().map(move -> MoveLog.Step.of(move, self)).toList();
    }

    private Answer answer(Said said, List<ShardRow> rows) {
        var hot = HotSpots.among(said.figures().values());
        return Answer.json(
                200,
                JsonBytes.object(
                        json ->
                                json.list("shards", rows, (it, row) -> shard(it, row, said, hot))
                                        .list(
                                                "moves",
                                                MoveLog.of(said.steps()),
                                                (it, move) -> move.write(it))
                                        .texts("missing", said.missing())));
    }

    private void shard(JsonBytes json, ShardRow row, Said said, HotSpots hot) throws IOException {
        int index = row.shard().index();
        var figures = said.figures().getOrDefault(index, ShardFigures.closed(index));
        json.number("shard", index);
        var owner = row.owner().map(it -> it.node().value());
        if (owner.isPresent()) {
            json.text("owner", owner);
        } else {
            json.nothing("owner");
        }
        json.number("epoch", row.epoch().value()).text("state", state(row, figures));
        figures.writeLoad(json);
        json.flag("hot", hot.include(figures));
    }

    private State state(ShardRow row, ShardFigures figures) {
        var owner = row.owner().map(it -> it.node());
        var should = engine.ownerOf(row.shard()).map(NodeRow::incarnation).map(it -> it.node());
        if (owner.isEmpty()) {
            return State.NO_OWNER;
        }
        if (should.isPresent() && !should.equals(owner)) {
            return State.MOVING;
        }
        return figures.open() ? State.OPEN : State.OPENING;
    }

    /** What this node knows of its own, for the one that was asked. */
    private CompletableFuture<Answer> own(Call call) {
        var group = groups.find(call.group()).group().id();
        return figures(group)
                .thenApply(
                        figures ->
                                Answer.json(
                                        200,
                                        JsonBytes.object(json -> write(json, group, figures))));
    }

    private void write(JsonBytes json, GroupId group, List<ShardFigures> figures)
            throws IOException {
        json.text("nodeId", self)
                .list("shards", figures, (it, shard) -> shard.write(it))
                .list("moves", steps(group), (it, step) -> step.write(it));
    }
}
