package dev.belfry.http.api;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.Members;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import dev.belfry.http.auth.Access.Reach;
import dev.belfry.node.drive.Engine;
import dev.belfry.operate.access.Caller;
import dev.belfry.operate.access.Role;
import dev.belfry.operate.metrics.ClusterMetrics;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Who is there and who owns what, as the store knows it. Thread-safe. */
final class ClusterApi {
    private final Supplier<NodeRow> self;
    private final Engine engine;
    private final TimerStore store;
    private final Groups groups;
    private final Reads reads;
    private final ClusterMetrics figures;

    ClusterApi(
            Supplier<NodeRow> self,
            Engine engine,
            TimerStore store,
            Groups groups,
            Reads reads,
            ClusterMetrics figures) {
        this.self = self;
        this.engine = engine;
        this.store = store;
        this.groups = groups;
        this.reads = reads;
        this.figures = figures;
    }

    Route route() {
        return Route.get("/api/v1/cluster", call -> reads.list(() -> show(call.caller())))
                .needing(Role.READ, Reach.FILTERED);
    }

    private Answer show(Caller caller) {
        var members = members();
        var visible = groups.visibleTo(caller).stream().map(GroupDefinition::group).toList();
        var shards =
                store.leases().shards(visible.stream().map(Group::id).toList()).stream()
                        .collect(Collectors.groupingBy(row -> row.shard().group()));
        return Answer.json(
                200,
                JsonBytes.object(
                        json ->
                                json.text("self", self.get().incarnation().node())
                                        .list(
                                                "members",
                                                members.nodes(),
                                                (it, node) -> member(it, node, members, caller))
                                        .object("node", this::counted)
                                        .list(
                                                "groups",
                                                visible,
                                                (it, group) -> group(it, group, shards))));
    }

    /** A node on a store of its own does not join: it is all there is. */
    private Members members() {
        var joined = store.nodes().members();
        return joined.nodes().isEmpty()
                ? new Members(List.of(self.get()), joined.storeClock())
                : joined;
    }

    private static void member(JsonBytes json, NodeRow node, Members members, Caller caller)
            throws IOException {
        json.text("nodeId", node.incarnation().node())
                .text("incarnation", life(node.incarnation()))
                .text("address", node.apiAddress())
                .number("weight", node.weight())
                .number("placementVersion", node.placementVersion())
                .text("version", node.version().software())
                .number("protocol", node.version().protocol())
                .number("beatAgeMillis", beatAge(node, members).toMillis())
                .texts(
                        "groups",
                        node.groups().stream()
                                .map(GroupId::value)
                                .filter(caller::maySee)
                                .sorted()
                                .toList());
    }

    /** By the clocks of the node and of the store, which are compared elsewhere. */
    private static Duration beatAge(NodeRow node, Members members) {
        var age = Duration.between(node.clock(), members.storeClock());
        return age.isNegative() ? Duration.ZERO : age;
    }

    private static String life(Incarnation incarnation) {
        return Long.toHexString(incarnation.life());
    }

    /** What only the node that answers knows, of itself. */
    private void counted(JsonBytes json) throws IOException {
        long here = figures.servedHere();
        long there = figures.sentOn();
        json.flag("proven", engine.isProven())
                .number("viewSize", engine.roster().view().members().size())
                .number("clockOffsetMillis", figures.clockOffset().toMillis())
                .number("changesHere", here)
                .number("changesForwarded", there)
                .decimal("forwardedShare", here + there == 0 ? 0 : (double) there / (here + there))
                .number("shardsClaimed", figures.shardsClaimed())
                .number("shardsClosed", figures.shardsClosed());
    }

    private void group(JsonBytes json, Group group, Map<GroupId, List<ShardRow>> shards)
            throws IOException {
        json.text("groupId", group.id())
                .list("shards", shards.getOrDefault(group.id(), List.of()), this::shard);
    }

    private void shard(JsonBytes json, ShardRow row) throws IOException {
        var owner = row.owner().map(Incarnation::node);
        json.number("index", row.shard().index())
                .text("owner", owner)
                .text("incarnation", row.owner().map(ClusterApi::life))
                .number("epoch", row.epoch().value())
                .text("movesTo", movesTo(row, owner));
    }

    /** Who should have it, where that is another than the one who does. */
    private Optional<NodeId> movesTo(ShardRow row, Optional<NodeId> owner) {
        return engine.ownerOf(row.shard())
                .map(node -> node.incarnation().node())
                .filter(node -> !owner.equals(Optional.of(node)));
    }
}
