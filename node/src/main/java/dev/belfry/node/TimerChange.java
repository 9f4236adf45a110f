package dev.belfry.node;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Delete;
import dev.belfry.core.mutation.Fire;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Patch;
import dev.belfry.core.mutation.PauseRuns;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.mutation.Put;
import dev.belfry.core.mutation.Redrive;
import dev.belfry.core.mutation.RedriveRun;
import dev.belfry.core.mutation.Restore;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.mutation.TimerPatch;
import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * A change of one timer as somebody asks for it, with the shard that it is for.
 *
 * @param mutation made whole by the stamp of the loop that takes it
 */
public record TimerChange(TimerKey key, ShardId shard, Function<Stamp, Mutation> mutation) {
    private static TimerChange of(Group group, TimerKey key, Function<Stamp, Mutation> mutation) {
        return new TimerChange(key, group.shardOf(key), mutation);
    }

    public static TimerChange create(Group group, TimerKey key, TimerSpec spec) {
        var uuid = TimerUuid.of(key);
        return of(group, key, stamp -> new Create(key, uuid, spec, stamp));
    }

    public static TimerChange put(
            Group group, TimerKey key, TimerSpec spec, Precondition precondition) {
        var uuid = TimerUuid.of(key);
        return of(group, key, stamp -> new Put(key, uuid, spec, precondition, stamp));
    }

    public static TimerChange patch(
            Group group, TimerKey key, TimerPatch patch, Precondition precondition) {
        return of(group, key, stamp -> new Patch(key, patch, precondition, stamp));
    }

    public static TimerChange delete(Group group, TimerKey key, Precondition precondition) {
        return of(
                group, key, stamp -> new Delete(key, precondition, group.retention(), stamp.now()));
    }

    public static TimerChange fire(Group group, TimerKey key, Precondition precondition) {
        return of(group, key, stamp -> new Fire(key, precondition, stamp));
    }

    /** Pauses the schedule of a timer, or resumes it. */
    public static TimerChange pauseRuns(
            Group group, TimerKey key, boolean pause, Precondition precondition) {
        return of(group, key, stamp -> new PauseRuns(key, pause, precondition, stamp));
    }

    /**
     * Starts a single run of a schedule again.
     *
     * @param former the run that was started so last, and is over
     */
    public static TimerChange redriveRun(
            Group group, TimerKey key, Instant run, Optional<Recurrence.Redriven> former) {
        return of(group, key, stamp -> new RedriveRun(key, run, former, stamp));
    }

    public static TimerChange redrive(Group group, TimerKey key) {
        return of(group, key, stamp -> new Redrive(key, stamp));
    }

    /** Puts an exported entry back. */
    public static TimerChange restore(Group group, Entry entry, boolean replaces) {
        return of(group, Restore.keyOf(entry), stamp -> new Restore(entry, replaces, stamp.now()));
    }
}
