package dev.belfry.http.watch;

import dev.belfry.http.api.JsonBytes;
import dev.belfry.operate.access.GroupScope;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How the whole cluster does at the moment. Immutable.
 *
 * @param missing nodes that did not answer
 */
record ClusterPulse(Instant at, List<NodePulse> nodes, List<String> missing, List<Notice> notices) {
    ClusterPulse {
        nodes = List.copyOf(nodes);
        missing = List.copyOf(missing);
        notices = List.copyOf(notices);
    }

    /** What of it concerns these groups, or no group. */
    ClusterPulse within(GroupScope groups) {
        return groups.isAll()
                ? this
                : new ClusterPulse(
                        at,
                        nodes.stream().map(node -> node.within(groups)).toList(),
                        missing,
                        Notice.within(notices, groups));
    }

    static Map<String, GroupPulse> groups(List<NodePulse> nodes) {
        var groups = new LinkedHashMap<String, GroupPulse>();
        nodes.stream()
                .flatMap(node -> node.groups().stream())
                .forEach(group -> groups.merge(group.groupId(), group, GroupPulse::plus));
        return groups;
    }

    void write(JsonBytes json) throws IOException {
        var groups = groups(nodes).values();
        var total = groups.stream().reduce(GroupPulse.none(""), GroupPulse::plus);
        json.text("at", at)
                .number("inFlight", nodes.stream().mapToLong(NodePulse::inFlight).sum())
                .number("queued", nodes.stream().mapToLong(NodePulse::queued).sum())
                .texts("missing", missing)
                .object("total", total::writeFigures)
                .list("groups", groups, (it, group) -> group.write(it))
                .list("nodes", told(), (it, node) -> node.write(it));
        writeNotices(json);
    }

    private List<JsonBytes.Part> told() {
        return Stream.concat(
                        nodes.stream().<JsonBytes.Part>map(node -> node::writeBrief),
                        missing.stream()
                                .<JsonBytes.Part>map(id -> json -> NodePulse.writeSilent(json, id)))
                .toList();
    }

    void writeNotices(JsonBytes json) throws IOException {
        json.list("alarms", notices, (it, notice) -> notice.write(it));
    }
}
