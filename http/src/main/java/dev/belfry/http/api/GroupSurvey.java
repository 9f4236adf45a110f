package dev.belfry.http.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.GroupId;
import dev.belfry.http.peer.PeerSurvey;
import dev.belfry.operate.metrics.Census;
import dev.belfry.operate.metrics.Gauges;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Asks all nodes how the groups of a page stand; the store is not asked. An answer is good for a
 * moment, so that many who look cost as much as one. Thread-safe.
 */
final class GroupSurvey {
    private static final String BETWEEN_NODES = "/watch/groups";

    /** The figures of nodes change as often. */
    private static final Duration GOOD_FOR = Duration.ofSeconds(1);

    /** Pages that are kept: what more than these ask is not. */
    static final int MOST_PAGES = 32;

    /** More than a page has: what else is between its first and its last is not shown. */
    private final int most;

    private final Gauges gauges;
    private final Census census;
    private final PeerSurvey others;
    private final LongSupplier nanos;
    private final Map<String, Kept> pages = new HashMap<>();

    /** What the others say, or are being asked. */
    private record Kept(long since, CompletableFuture<Map<String, GroupFigures>> said) {}

    private record OfGroup(GroupId id, GroupFigures figures) {
        void write(JsonBytes json) throws IOException {
            json.text("groupId", id);
            figures.write(json);
        }
    }

    GroupSurvey(Gauges gauges, Census census, PeerSurvey others, int most, LongSupplier nanos) {
        this.gauges = gauges;
        this.census = census;
        this.others = others;
        this.most = most;
        this.nanos = nanos;
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
        return said(question).thenApply(said -> together(page, said));
    }

    private synchronized CompletableFuture<Map<String, GroupFigures>> said(String question) {
        long now = nanos.getAsLong();
        pages.values().removeIf(it -> now - it.since() >= GOOD_FOR.toNanos());
        var kept = pages.get(question);
        if (kept != null) {
            return kept.said();
        }
        var said = others.ask(question).thenApply(GroupSurvey::ofOthers);
        if (pages.size() < MOST_PAGES) {
            pages.put(question, new Kept(now, said));
        }
        return said;
    }

    private Map<String, GroupFigures> together(
            List<GroupId> page, Map<String, GroupFigures> others) {
        return page.stream()
                .collect(
                        Collectors.toMap(
                                GroupId::value,
                                id ->
                                        figures(id)
                                                .plus(
                                                        others.getOrDefault(
                                                                id.value(), GroupFigures.NONE))));
    }

    private static Map<String, GroupFigures> ofOthers(PeerSurvey.Answers answers) {
        var figures = new HashMap<String, GroupFigures>();
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
