package dev.belfry.core.store;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.timer.GroupId;

/**
 * A group as the store knows it.
 *
 * @param revision of its record: another one for each change, also when the group is made anew
 */
public record StoredGroup(GroupDefinition definition, Phase phase, long revision) {
    /** What a group is in. */
    public enum Phase {
        /** Its timers are taken and fire. */
        SERVING,
        /** It takes nothing any more; when its shards are closed and hold nothing, it goes. */
        CLOSING,
        /** It takes nothing any more, and goes with all that it holds. */
        DROPPING;

        public boolean isDeleting() {
            return this != SERVING;
        }
    }

    public GroupId id() {
        return definition.id();
    }

    public Group group() {
        return definition.group();
    }
}
