package dev.belfry.check.contract;

import dev.belfry.core.shard.Group;

/** The groups of the contract's tests. */
public final class SampleGroups {
    /** Every id lies in its only shard. */
    public static final Group ONE = Group.of("one", 1);

    /** Like {@link #ONE}, for the same ids in another group. */
    public static final Group OTHER = Group.of("other", 1);

    /** For what goes across shards. */
    public static final Group WIDE = Group.of("wide", 8);

    private SampleGroups() {}
}
