package dev.belfry.check.simulation;

import dev.belfry.check.simulation.SimulatedReceivers.Behaviour;
import dev.belfry.core.schedule.CatchUp;
import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Says what is wrong with the runs of schedules: one that starts early, before the one before it
 * has ended, after a later one, or during a pause; one that is lost although all are caught up; a
 * failed one that is not kept; a schedule that stands still.
 */
final class RunJudge {
    static final int MOST_ATTEMPTS = 3;

    /** After the trouble everything that is due has been started but for the last moments. */
    private static final Duration BEHIND = Duration.ofSeconds(20);

    private final SingleNode node;
    private final List<String> wrong = new ArrayList<>();
    private final Map<TimerKey, Runs> timers = new HashMap<>();

    /** The runs of one timer. */
    private static final class Runs {
        private final List<Instant> started = new ArrayList<>();
        private final Set<String> ids = new HashSet<>();

        /** When each run was answered for the last time, in true time. */
        private final Map<Instant, Long> ended = new HashMap<>();

        /** When the last run was started for the first time, in true time. */
        private long lastStart;

        private boolean paused;
    }

    /** When the node died or gave its shards away last. */
    private long left = Long.MIN_VALUE;

    RunJudge(SingleNode node) {
        this.node = node;
    }

    /** The node has left its shards: perhaps nobody knows the attempts that were under way. */
    void left() {
        left = node.clock().nanos();
    }

    void paused(TimerKey key) {
        of(key).paused = true;
    }

    void resumed(TimerKey key) {
        of(key).paused = false;
    }

    private Runs of(TimerKey key) {
        return timers.computeIfAbsent(key, _ -> new Runs());
    }

    /** An attempt leaves now, and is answered so. */
    void started(Attempt attempt, Behaviour does, Duration timeout) {
        var runs = of(attempt.timer().key());
        var place = attempt.timer().spec().recurrence().orElseThrow();
        var run = place.scheduledFor();
        long now = node.clock().nanos();
        if (node.clock().now().isBefore(run)) {
            wrong.add(attempt + " is early");
        }
        if (runs.ids.add(attempt.webhookId())) {
            first(attempt, runs, run, now);
        } else if (!runs.started.getLast().equals(run)) {
            wrong.add(attempt + " is repeated after a later run");
        }
        boolean answers = does.after().compareTo(timeout) < 0;
        if (endsRun(attempt, answers, does.reply())) {
            long end = now + (answers ? does.after() : timeout).toNanos();
            runs.ended.merge(run, end, Math::min);
        }
    }

    private void first(Attempt attempt, Runs runs, Instant run, long now) {
        if (runs.paused) {
            wrong.add(attempt + " starts in a pause");
        }
        if (!runs.started.isEmpty()) {
            var before = runs.started.getLast();
            if (!run.isAfter(before)) {
                wrong.add(attempt + " comes after the run of " + before);
            } else if ((isCaughtUp(attempt) || left < runs.lastStart)
                    && runs.ended.getOrDefault(before, Long.MAX_VALUE) > now) {
                wrong.add(attempt + " overlaps the run of " + before);
            }
        }
        runs.started.add(run);
        runs.lastStart = now;
    }

    /** Of the others, one whose end nobody knows after a crash may be passed over for a later. */
    private static boolean isCaughtUp(Attempt attempt) {
        return attempt.timer()
                .recurrence()
                .filter(place -> place.schedule().catchUp() == CatchUp.ALL)
                .isPresent();
    }

    private static boolean endsRun(Attempt attempt, boolean answers, CallbackReply reply) {
        return attempt.id().number() >= MOST_ATTEMPTS
                || (answers && !(reply instanceof CallbackReply.Failed));
    }

    List<String> judge(List<TimerKey> keys) {
        keys.forEach(this::judge);
        return wrong;
    }

    private void judge(TimerKey key) {
        var entry = node.store().timers().find(node.group().shardOf(key), key);
        var timer = entry.pending();
        if (timer.isEmpty()) {
            wrong.add(key + " is gone");
            return;
        }
        var place = timer.flatMap(Timer::recurrence).orElseThrow();
        var runs = of(key).started;
        if (runs.isEmpty() || runs.getLast().isBefore(node.clock().now().minus(BEHIND))) {
            wrong.add(key + " stands still at " + place);
            return;
        }
        if (place.schedule().catchUp() == CatchUp.ALL) {
            judgeAll(key, place, runs);
        }
        place.failed().forEach(run -> judgeFailed(key.ofRun(run)));
    }

    private void judgeAll(TimerKey key, Recurrence place, List<Instant> runs) {
        var next = place.schedule().rule().next(Instant.EPOCH).orElseThrow();
        for (var run : runs) {
            if (!run.equals(next)) {
                wrong.add(key + " lost the run of " + next + ": then came " + run);
                return;
            }
            next = place.schedule().next(run).orElseThrow();
        }
    }

    private void judgeFailed(TimerKey run) {
        if (!(node.store().timers().find(node.group().shardOf(run), run) instanceof Entry.Kept)) {
            wrong.add(run + " has failed and is not kept");
        }
    }
}
