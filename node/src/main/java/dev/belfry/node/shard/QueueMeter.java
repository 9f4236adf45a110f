package dev.belfry.node.shard;

import dev.belfry.core.timer.GroupId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How much waits for its commit in all shards of a loop. Confined to the loop.
 *
 * <p>What the engine itself has to write finds a quarter more than clients can fill, or else
 * creates could keep timers from firing. A group takes more of it only while it has less than is
 * free, so that the backlog of one does not stop the others.
 */
final class QueueMeter {
    private static final Tally NONE = new Tally();

    private final LoopSettings settings;
    private final Tally all = new Tally();
    private final Tally clients = new Tally();
    private final Map<GroupId, Tally> settlements = new HashMap<>();
    private final Set<GroupId> crowded = new HashSet<>();

    private static final class Tally {
        private int works;
        private long bytes;

        void count(int sign, Work work) {
            works += sign;
            bytes += (long) sign * work.sizeBytes();
        }
    }

    QueueMeter(LoopSettings settings) {
        this.settings = settings;
    }

    /** Whether changes of clients find room. */
    boolean takesChanges() {
        return isBelow(clients, LoopSettings.MAX_QUEUED, settings.queuedBytes())
                && isBelow(all, mostWorks(), mostBytes());
    }

    /** Whether more settlements of a group find room. */
    boolean takesSettlements(GroupId group) {
        var own = settlements.getOrDefault(group, NONE);
        boolean takes = isBelow(own, mostWorks() - all.works, mostBytes() - all.bytes);
        if (!takes) {
            crowded.add(group);
        }
        return takes;
    }

    private static int mostWorks() {
        return LoopSettings.MAX_QUEUED / 4 * 5;
    }

    private long mostBytes() {
        return settings.queuedBytes() / 4 * 5;
    }

    private static boolean isBelow(Tally tally, int works, long bytes) {
        return tally.works < works && tally.bytes < bytes;
    }

    /** Groups that found no room for settlements, and do now. */
    List<GroupId> takeRelieved() {
        if (crowded.isEmpty()) {
            return List.of();
        }
        var before = List.copyOf(crowded);
        crowded.clear();
        return before.stream().filter(this::takesSettlements).toList();
    }

    void added(Work work) {
        count(1, work);
    }

    void removed(Work work) {
        count(-1, work);
    }

    private void count(int sign, Work work) {
        all.count(sign, work);
        if (work.isOfClient()) {
            clients.count(sign, work);
        } else {
            var group = work.key().group();
            var own = settlements.computeIfAbsent(group, _ -> new Tally());
            own.count(sign, work);
            if (own.works == 0) {
                settlements.remove(group);
            }
        }
    }

    int works() {
        return all.works;
    }

    boolean isEmpty() {
        return all.works == 0;
    }
}
