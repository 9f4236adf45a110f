package dev.belfry.http.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.GroupId;
import dev.belfry.http.peer.PeerSurvey;
import dev.belfry.operate.metrics.Census;
import dev.belfry.operate.metrics.Gauges;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Asks all nodes how the groups of a page stand; the store is not asked. Thread-safe. */
final class GroupSurvey {
    private static final String BETWEEN_NODES = "/watch/groups";

    /** More than a page has: what else is between its first and its last is not shown. */
    private final int most;

    private final Gauges gauges;
    private final Census census;
    private final PeerSurvey others;

    private record OfGroup(GroupId id, GroupFigures figures) {
        void write(JsonBytes json) throws IOException {
            json.text("groupId", id);
            figures.write(json);
        }
    }

    GroupSurvey(Gauges gauges, Census census, PeerSurvey others, int most) {
        this.gauges = gauges;
        this.census = census;
        this.others = others;
        this.most = most;
    }

    Route route() {
        return Route.get(BETWEEN_NODES, this::own).asking("from", "to").betweenNodes();
    }

    /** Always completes, and soon; nothing about a group of which there is nothing to say. */
    CompletableFuture<Map<String, GroupFigures>> of(List<GroupId> page) {
        if (page.isEmpty()) {
            return CompletableFuture.completedFuture(Map.of());
        }
        var question =
                "%s?from=%s&to=%s"
                        .formatted(
                                BETWEEN_NODES,
                                PercentText.encode(page.getFirst().value()),
                                PercentText.encode(page.getLast().value()));
        return others.ask(question).thenApply(answers -> together(page, answers));
    }

    private Map<String, GroupFigures> together(List<GroupId> page, PeerSurvey.Answers answers) {
        var figures = new HashMap<String, GroupFigures>();
        page.forEach(id -> figures.put(id.value(), figures(id)));
        for (var node : answers.given()) {
            for (JsonNode group : node.path("groups")) {
                figures.merge(
                        group.path("groupId").asText(),
                        GroupFigures.read(group),
                        GroupFigures::plus);
            }
        }
        return figures;
    }

    private GroupFigures figures(GroupId id) {
        return new GroupFigures(
                gauges.backlogAge(id).toMillis(), census.of(id).map(GroupFigures.Held::of));
    }

    /** What this node knows of its own, for the one that was asked. */
    private CompletableFuture<Answer> own(Call call) {
        var from = call.query().text("from").orElse("");
        var to = call.query().text("to").orElse("");
        var said =
                gauges.groups().stream()
                        .map(Group::id)
                        .filter(it -> it.value().compareTo(from) >= 0)
                        .takeWhile(it -> it.value().compareTo(to) <= 0)
                        .map(it -> new OfGroup(it, figures(it)))
                        .filter(it -> it.figures().saysSomething())
                        .limit(most)
                        .toList();
        return CompletableFuture.completedFuture(
                Answer.json(
                        200,
                        JsonBytes.object(
                                json -> json.list("groups", said, (it, one) -> one.write(it)))));
    }
}
