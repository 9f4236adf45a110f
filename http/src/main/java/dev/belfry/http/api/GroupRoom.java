package dev.belfry.http.api;

import dev.belfry.core.shard.Group;
import dev.belfry.operate.config.StoreConfig;
import java.util.stream.Stream;

/**
 * How many groups and shards there may be, those of the configuration among them, for a call to
 * make one more: each node knows every group, and a caller who may make some is not the operator,
 * whose configuration may declare as many as it likes.
 */
final class GroupRoom {
    /** Of one group: it is a row each, written by one call, and hundreds of nodes need no more. */
    static final int MOST_SHARDS_OF_ONE = 1_024;

    /** At about four kilobytes each in the memory of the nodes that serve them. */
    static final int MOST_SHARDS = 200_000;

    private GroupRoom() {}

    /**
     * Refuses a group that there is no room for.
     *
     * @param there the groups that there are
     */
    static void require(Stream<Group> there, Group asked) {
        if (asked.shardCount() > MOST_SHARDS_OF_ONE) {
            throw Problem.of(
                            Code.INVALID_INPUT,
                            "shards must be at most %d in a group that a call makes; the configuration can declare one with more"
                                    .formatted(MOST_SHARDS_OF_ONE))
                    .field("shards")
                    .raised();
        }
        var counts = there.mapToInt(Group::shardCount).summaryStatistics();
        if (counts.getCount() >= StoreConfig.MOST_GROUPS) {
            throw full("%d groups".formatted(counts.getCount()));
        }
        if (counts.getSum() + asked.shardCount() > MOST_SHARDS) {
            throw full("%d groups with %d shards".formatted(counts.getCount(), counts.getSum()));
        }
    }

    private static ProblemException full(String there) {
        return Problem.of(
                        Code.TOO_MANY_GROUPS,
                        "there are %s, and calls make none beyond %d groups with %d shards, those of the configuration among them; delete some, or give them fewer shards"
                                .formatted(there, StoreConfig.MOST_GROUPS, MOST_SHARDS))
                .raised();
    }
}
