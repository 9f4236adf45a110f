package dev.belfry.http.watch;

import dev.belfry.core.shard.Group;
import dev.belfry.core.store.Pause;
import dev.belfry.core.timer.GroupId;
import dev.belfry.http.transport.Words;
import dev.belfry.http.watch.Notice.Severity;
import dev.belfry.operate.metrics.Gauges;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What should not be in the cluster, and since when this node has seen it so. Thread-safe. */
final class ClusterNotices {
    /** A backlog that lasts this long is no burst any more. */
    private static final Duration LONG_BACKLOG = Duration.ofSeconds(10);

    /** Moves take this long: no alarm is raised for them. */
    private static final Duration A_MOMENT = Duration.ofSeconds(3);

    private static final int SHARDS_NAMED = 5;

    private final Gauges gauges;
    private final Map<String, Instant> since = new HashMap<>();

    ClusterNotices(Gauges gauges) {
        this.gauges = gauges;
    }

    /** What was seen at a moment. */
    record Seen(Instant at, List<NodePulse> nodes, List<String> missing, StoreLook.Found store) {}

    /** Watched groups of which fewer shards are open than there are. */
    Set<GroupId> incomplete(List<NodePulse> nodes) {
        var open = ClusterPulse.groups(nodes);
        return gauges.watched().stream()
                .filter(group -> openShards(open, group) < group.shardCount())
                .map(Group::id)
                .collect(Collectors.toSet());
    }

    private static int openShards(Map<String, GroupPulse> open, Group group) {
        return open.getOrDefault(group.id().value(), GroupPulse.none("")).openShards();
    }

    synchronized List<Notice> of(Seen seen) {
        var notices = new ArrayList<Notice>();
        var keys = new HashSet<String>();
        if (!seen.store().answered()) {
            notices.add(storeSilent(first("store", seen, keys)));
        }
        seen.missing()
                .forEach(node -> notices.add(unreachable(node, first("node " + node, seen, keys))));
        seen.store().pauses().stream()
                .filter(this::isOurs)
                .map(ClusterNotices::paused)
                .forEach(notices::add);
        backlogs(seen, keys).forEach(notices::add);
        ownerless(seen, keys).forEach(notices::add);
        notices.addAll(ofNodes(seen));
        since.keySet().retainAll(keys);
        return notices.stream().sorted(Notice.WORST_FIRST).toList();
    }

    private boolean isOurs(Pause pause) {
        return gauges.groups().stream().anyMatch(group -> group.id().equals(pause.group()));
    }

    private Instant first(String key, Seen seen, Set<String> keys) {
        keys.add(key);
        return since.computeIfAbsent(key, _ -> seen.at());
    }

    private static Notice storeSilent(Instant since) {
        return Notice.of(Severity.ERROR, "STORE_UNAVAILABLE", "the store does not answer", since);
    }

    private static Notice unreachable(String node, Instant since) {
        return Notice.of(
                        Severity.WARNING,
                        "NODE_UNREACHABLE",
                        node + " does not answer; its figures are missing",
                        since)
                .ofNode(node);
    }

    private static Notice paused(Pause pause) {
        var why = pause.reason().map(reason -> " (" + reason + ")").orElse("");
        return Notice.of(
                        Severity.WARNING,
                        "GROUP_PAUSED",
                        "group %s is paused%s".formatted(pause.group(), why),
                        pause.since())
                .ofGroup(pause.group().value());
    }

    private List<Notice> backlogs(Seen seen, Set<String> keys) {
        var paused =
                seen.store().pauses().stream()
                        .map(pause -> pause.group().value())
                        .collect(Collectors.toSet());
        return ClusterPulse.groups(seen.nodes()).values().stream()
                .filter(group -> !paused.contains(group.groupId()))
                .filter(group -> group.backlogAgeMillis() >= LONG_BACKLOG.toMillis())
                .map(group -> backlog(group, first("backlog " + group.groupId(), seen, keys)))
                .toList();
    }

    private static Notice backlog(GroupPulse group, Instant since) {
        return Notice.of(
                        Severity.WARNING,
                        "BACKLOG",
                        "the oldest due timer of group %s has waited for %s"
                                .formatted(
                                        group.groupId(),
                                        Words.of(Duration.ofMillis(group.backlogAgeMillis()))),
                        since)
                .ofGroup(group.groupId());
    }

    private List<Notice> ownerless(Seen seen, Set<String> keys) {
        var notices = new ArrayList<Notice>();
        seen.store()
                .ownerless()
                .forEach(
                        (group, shards) -> {
                            if (!shards.isEmpty()) {
                                var since = first("shards " + group, seen, keys);
                                ownerless(group, shards, since, seen.at()).ifPresent(notices::add);
                            }
                        });
        return notices;
    }

    private static Optional<Notice> ownerless(
            GroupId group, List<Integer> shards, Instant since, Instant now) {
        var lasted = Duration.between(since, now);
        if (lasted.compareTo(A_MOMENT) < 0) {
            return Optional.empty();
        }
        var notice =
                Notice.of(
                                Severity.ERROR,
                                "SHARD_WITHOUT_OWNER",
                                "%s of group %s %s been without an owner for %s"
                                        .formatted(
                                                named(shards),
                                                group,
                                                shards.size() == 1 ? "has" : "have",
                                                Words.of(lasted)),
                                since)
                        .ofGroup(group.value());
        return Optional.of(shards.size() == 1 ? notice.ofShard(shards.getFirst()) : notice);
    }

    private static String named(List<Integer> shards) {
        if (shards.size() > SHARDS_NAMED) {
            return shards.size() + " shards";
        }
        var names = shards.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return (shards.size() == 1 ? "shard " : "shards ") + names;
    }

    /** A node that is back is not gone, whatever others saw before. */
    private static List<Notice> ofNodes(Seen seen) {
        var alive = seen.nodes().stream().map(NodePulse::nodeId).collect(Collectors.toSet());
        return seen.nodes().stream()
                .flatMap(node -> node.notices().stream())
                .filter(
                        notice ->
                                !notice.code().equals("NODE_GONE")
                                        || !alive.contains(notice.nodeId().orElse("")))
                .distinct()
                .toList();
    }
}
