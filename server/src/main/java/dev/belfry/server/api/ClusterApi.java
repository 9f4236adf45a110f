package dev.belfry.server.api;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Who is there and who owns what, as the store knows it. Thread-safe. */
final class ClusterApi {
    private final Supplier<NodeRow> self;
    private final TimerStore store;
    private final Groups groups;
    private final Reads reads;

    ClusterApi(Supplier<NodeRow> self, TimerStore store, Groups groups, Reads reads) {
        this.self = self;
        this.store = store;
        this.groups = groups;
        this.reads = reads;
    }

    Route route() {
        return Route.get("/api/v1/cluster", _ -> reads.list(this::show));
    }

    private Answer show() {
        var members = members();
        var shards =
                groups.toList().stream()
                        .collect(Collectors.toMap(Group::id, group -> store.shards(group.id())));
        return Answer.json(
                200,
                JsonBytes.object(
                        json ->
                                json.text("self", self.get().incarnation().node())
                                        .list("members", members, ClusterApi::member)
                                        .list(
                                                "groups",
                                                groups.toList(),
                                                (it, group) -> group(it, group, shards))));
    }

    /** A node on a store of its own does not join: it is all there is. */
    private List<NodeRow> members() {
        var joined = store.members().nodes();
        return joined.isEmpty() ? List.of(self.get()) : joined;
    }

    private static void member(JsonBytes json, NodeRow node) throws IOException {
        json.text("nodeId", node.incarnation().node())
                .text("incarnation", life(node.incarnation()))
                .text("address", node.address())
                .texts("groups", node.groups().stream().map(GroupId::value).sorted().toList());
    }

    private static String life(Incarnation incarnation) {
        return Long.toHexString(incarnation.life());
    }

    private static void group(JsonBytes json, Group group, Map<GroupId, List<ShardRow>> shards)
            throws IOException {
        json.text("groupId", group.id())
                .list("shards", shards.getOrDefault(group.id(), List.of()), ClusterApi::shard);
    }

    private static void shard(JsonBytes json, ShardRow row) throws IOException {
        json.number("index", row.shard().index())
                .text("owner", row.owner().map(Incarnation::node))
                .text("incarnation", row.owner().map(ClusterApi::life))
                .number("epoch", row.epoch().value());
    }
}
