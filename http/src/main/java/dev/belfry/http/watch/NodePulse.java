package dev.belfry.http.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.http.api.JsonBytes;
import dev.belfry.operate.access.GroupScope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** How a node does at the moment. Immutable. */
record NodePulse(
        String nodeId,
        long inFlight,
        long queued,
        long clockOffsetMillis,
        boolean proven,
        List<GroupPulse> groups,
        List<Notice> notices) {
    NodePulse {
        groups = List.copyOf(groups);
        notices = List.copyOf(notices);
    }

    /** What of it concerns these groups, or no group. */
    NodePulse within(GroupScope scope) {
        return new NodePulse(
                nodeId,
                inFlight,
                queued,
                clockOffsetMillis,
                proven,
                groups.stream().filter(it -> scope.covers(it.groupId())).toList(),
                Notice.within(notices, scope));
    }

    int openShards() {
        return groups.stream().mapToInt(GroupPulse::openShards).sum();
    }

    byte[] bytes() {
        return JsonBytes.object(
                json ->
                        json.text("nodeId", nodeId)
                                .number("inFlight", inFlight)
                                .number("queued", queued)
                                .number("clockOffsetMillis", clockOffsetMillis)
                                .flag("proven", proven)
                                .list("groups", groups, (it, group) -> group.write(it))
                                .list("alarms", notices, (it, notice) -> notice.write(it)));
    }

    void writeBrief(JsonBytes json) throws IOException {
        writeBrief(json, true);
    }

    /** What is to be said of a node that says nothing itself. */
    static void writeSilent(JsonBytes json, String nodeId) throws IOException {
        new NodePulse(nodeId, 0, 0, 0, false, List.of(), List.of()).writeBrief(json, false);
    }

    private void writeBrief(JsonBytes json, boolean alive) throws IOException {
        json.text("nodeId", nodeId)
                .flag("alive", alive)
                .flag("proven", proven)
                .number("openShards", openShards())
                .number("inFlight", inFlight)
                .number("clockOffsetMillis", clockOffsetMillis);
    }

    static NodePulse read(JsonNode json) {
        var groups = new ArrayList<GroupPulse>();
        json.path("groups").forEach(group -> groups.add(GroupPulse.read(group)));
        var notices = new ArrayList<Notice>();
        json.path("alarms").forEach(notice -> notices.add(Notice.read(notice)));
        return new NodePulse(
                json.path("nodeId").asText(),
                json.path("inFlight").asLong(),
                json.path("queued").asLong(),
                json.path("clockOffsetMillis").asLong(),
                json.path("proven").asBoolean(),
                groups,
                notices);
    }
}
