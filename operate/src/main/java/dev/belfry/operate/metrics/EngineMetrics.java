package dev.belfry.operate.metrics;

import dev.belfry.core.mutation.Settle;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import dev.belfry.node.Alarm;
import dev.belfry.node.EngineListener;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.operate.metrics.GroupMeters.Reply;
import dev.belfry.operate.metrics.GroupMeters.Settled;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/** Counts and times what the engine does; labels name groups, never timers. Thread-safe. */
public final class EngineMetrics implements EngineListener {
    private final MeterRegistry registry;
    private final InstantSource clock;
    private final AlarmLog alarms;
    private final ClusterMetrics cluster;
    private final Consumer<Alarm> watcher;
    private final Moves moves;
    private final MetersByGroup groups;
    private final DistributionSummary commitSize;
    private final io.micrometer.core.instrument.Timer commitTime;

    public EngineMetrics(
            MeterRegistry registry,
            InstantSource clock,
            ClusterMetrics cluster,
            Consumer<Alarm> watcher) {
        this.registry = registry;
        this.clock = clock;
        this.alarms = new AlarmLog(clock);
        this.cluster = cluster;
        this.watcher = watcher;
        this.moves = new Moves(clock);
        this.groups = new MetersByGroup(registry);
        this.commitSize =
                DistributionSummary.builder("belfry.commit.size")
                        .description("Mutations in a group commit")
                        .serviceLevelObjectives(Buckets.COMMIT_SIZE)
                        .register(registry);
        this.commitTime =
                io.micrometer.core.instrument.Timer.builder("belfry.commit")
                        .description("Group commits, from the call to the answer")
                        .serviceLevelObjectives(Buckets.STORE)
                        .register(registry);
        registerAlarms();
    }

    /** All of them from the start: a counter that comes out of nothing has no rate. */
    private void registerAlarms() {
        for (var kind : Alarm.class.getPermittedSubclasses()) {
            alarms(kind.getSimpleName());
        }
    }

    private Counter alarms(String kind) {
        return Counter.builder("belfry.alarms")
                .description("What an operator should know of; the log says more")
                .tag("kind", kind)
                .register(registry);
    }

    /**
     * Which groups have series of their own.
     *
     * @param hasOthers whether there are more, which share theirs
     */
    public void serve(List<Group> watched, boolean hasOthers) {
        groups.serve(watched, hasOthers);
    }

    /** How often things have happened to timers of a group; nothing for one without own meters. */
    public Totals totals(GroupId group) {
        return groups.ownOf(group).map(GroupMeters::totals).orElse(Totals.NONE);
    }

    /** How late attempts of a group were; asked for by one thread at a time. */
    public Lateness lateness(GroupId group) {
        return groups.ownOf(group).map(GroupMeters::lateness).orElse(Lateness.NONE);
    }

    /** The same of all groups without own meters together. */
    public Totals totalsOfOthers() {
        return groups.ofOthers().map(GroupMeters::totals).orElse(Totals.NONE);
    }

    /** The same of all groups without own meters together. */
    public Lateness latenessOfOthers() {
        return groups.ofOthers().map(GroupMeters::lateness).orElse(Lateness.NONE);
    }

    private void in(GroupId group, Consumer<GroupMeters> action) {
        groups.of(group).ifPresent(action);
    }

    @Override
    public void attemptStarted(Attempt attempt) {
        var late = Duration.between(attempt.timer().fireAt(), attempt.startedAt());
        in(
                attempt.timer().key().group(),
                meters -> meters.started(attempt.id().number(), atLeastZero(late)));
    }

    @Override
    public void attemptAnswered(Attempt attempt, CallbackReply reply) {
        var took = Duration.between(attempt.startedAt(), clock.instant());
        in(
                attempt.timer().key().group(),
                meters -> meters.answered(kind(reply), atLeastZero(took)));
    }

    private static Duration atLeastZero(Duration duration) {
        return duration.isNegative() ? Duration.ZERO : duration;
    }

    private static Reply kind(CallbackReply reply) {
        return switch (reply) {
            case CallbackReply.Done _ -> Reply.DONE;
            case CallbackReply.RunAgain _ -> Reply.RUN_AGAIN;
            case CallbackReply.Failed _ -> Reply.FAILED;
            case CallbackReply.FailedForGood _ -> Reply.FAILED_FOR_GOOD;
            case CallbackReply.NotSent _ -> Reply.NOT_SENT;
        };
    }

    @Override
    public void settled(Settle settle) {
        in(settle.key().group(), meters -> meters.settled(outcome(settle)));
    }

    private static Settled outcome(Settle settle) {
        return settle.failedRun().isPresent()
                ? Settled.FAILED
                : outcome(settle.timer(), settle.next());
    }

    private static Settled outcome(Timer before, Entry after) {
        return switch (after) {
            case Entry.Absent() -> Settled.REACHED;
            case Entry.Kept(var kept) ->
                    kept.state() == TimerState.REACHED ? Settled.REACHED : Settled.FAILED;
            case Entry.Pending(var timer) when isNextRun(before, timer) -> Settled.REACHED;
            case Entry.Pending(var timer) ->
                    timer.generation().equals(before.generation())
                            ? Settled.RETRY
                            : Settled.RESCHEDULED;
        };
    }

    private static boolean isNextRun(Timer before, Timer after) {
        return !before.recurrence()
                .map(Recurrence::run)
                .equals(after.recurrence().map(Recurrence::run));
    }

    @Override
    public void decided(GroupId group, Verdict verdict) {
        in(group, meters -> meters.decided(verdict));
    }

    @Override
    public void committed(int mutations, Duration took) {
        commitSize.record(mutations);
        commitTime.record(took);
    }

    @Override
    public void shardClaimed(ShardId shard) {
        cluster.shardClaimed();
        moves.came(shard);
    }

    @Override
    public void shardClosed(ShardId shard) {
        cluster.shardClosed();
        moves.left(shard);
    }

    @Override
    public void clocksCompared(Duration apart) {
        cluster.clocksCompared(apart);
    }

    @Override
    public void alarm(Alarm alarm) {
        alarms(AlarmLog.kind(alarm)).increment();
        alarms.log(alarm);
        watcher.accept(alarm);
    }

    /** The last shards that came to this node or left it. */
    public Moves moves() {
        return moves;
    }
}
