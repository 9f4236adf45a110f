package dev.belfry.check.simulation.cluster;

import static dev.belfry.check.simulation.cluster.Sabotage.CALLBACK;
import static dev.belfry.check.simulation.cluster.Sabotage.LOOP;
import static dev.belfry.check.simulation.cluster.Sabotage.MEMBERSHIP;
import static dev.belfry.check.simulation.cluster.Sabotage.MUTATION;
import static dev.belfry.check.simulation.cluster.Sabotage.ROUTE;
import static dev.belfry.check.simulation.cluster.Sabotage.SCHEDULE;
import static dev.belfry.check.simulation.cluster.Sabotage.STORE;
import static dev.belfry.check.simulation.cluster.Sabotage.TIMER;
import static dev.belfry.check.simulation.cluster.Sabotage.sabotage;

import java.util.List;
import java.util.stream.Stream;

/** Mistakes that somebody might make, each of which the simulation must notice. */
public final class Sabotages {
    private Sabotages() {}

    public static List<Sabotage> all() {
        return Stream.of(
                        storing(),
                        firing(),
                        LimitSabotages.all(),
                        answering(),
                        owning(),
                        routing(),
                        scheduling(),
                        trusting())
                .flatMap(List::stream)
                .toList();
    }

    /** Believing what is wrong: clocks, names, and messages that are older than they look. */
    private static List<Sabotage> trusting() {
        return List.of(
                sabotage(
                                "a node whose clock is off fires",
                                MEMBERSHIP + "NodeLoop.java",
                                "ports.proof().clockOff(clocks.isOff());",
                                "ports.proof().clockOff(false);")
                        .and(
                                MEMBERSHIP + "NodeLoop.java",
                                "row = row.weight(clocks.isOff() || retirement.hasBegun() ? 0 : weight);",
                                "row = row.weight(retirement.hasBegun() ? 0 : weight);"),
                sabotage(
                                "one bad sample of a clock is believed",
                                MEMBERSHIP + "ClockSamples.java",
                                "return 2 * off.size() > samples.size() && !isConfirmed",
                                "return !off.isEmpty() && !isConfirmed")
                        .and(
                                MEMBERSHIP + "ClockSamples.java",
                                "return 2 * agreeing > neighbours.size();",
                                "return agreeing < 0;"),
                sabotage(
                                "a second process takes the name of a living one",
                                MEMBERSHIP + "Joining.java",
                                "if (seen.lives()) {",
                                "if (seen.row() == null) {")
                        .and(
                                MEMBERSHIP + "Joining.java",
                                "return nowNanos - sinceNanos >= proofLasts.toNanos();",
                                "return true;")
                        .and(
                                MEMBERSHIP + "Joining.java",
                                "if (answer.equals(new StoreAnswer.Ok<>(true))) {",
                                "if (answer != null) {"),
                sabotage(
                        "a node is evicted because it refuses connections",
                        MEMBERSHIP + "EarlyEviction.java",
                        "nodes.evictDisconnected(row.get())",
                        "nodes.evict(row.get())"),
                sabotage(
                        "a node is evicted because it has no session",
                        MEMBERSHIP + "NodeLoop.java",
                        "ports.lifelines().keep(others(), this::connectionsRefused);",
                        "others().forEach(it -> connectionsRefused(it, ports.clock().nanos()));"),
                sabotage(
                        "a resume that is told is believed",
                        LOOP + "Pauses.java",
                        "void resumed() {",
                        "void resumed() {\n        paused.clear();"),
                sabotage(
                        "a shard that was let go counts as held",
                        LOOP + "HeldShards.java",
                        "        shards.remove(shard);\n",
                        ""),
                sabotage(
                        "shards that the store gave back are not looked for",
                        MEMBERSHIP + "NodeLoop.java",
                        "            groups.values().forEach(own::want);\n",
                        ""));
    }

    private static List<Sabotage> scheduling() {
        return List.of(
                sabotage(
                        "a run that is due is passed over",
                        SCHEDULE + "Recurrence.java",
                        "return step(scheduledFor.minusMillis(1), now, seed)",
                        "return step(scheduledFor, now, seed)"),
                sabotage(
                        "the next run follows the clock",
                        SCHEDULE + "Recurrence.java",
                        ": step(scheduledFor, now, seed)",
                        ": step(now, now, seed)"),
                sabotage(
                        "a run is early by its jitter",
                        SCHEDULE + "Recurrence.java",
                        "return scheduledFor.plus(schedule.offset(seed));",
                        "return scheduledFor.minus(schedule.offset(seed));"),
                sabotage(
                        "the next run comes beside a retry",
                        CALLBACK + "RunSettlement.java",
                        "new Settle(timer, sameRun(timer, again, stamp));",
                        "new Settle(timer, next(timer, place, sameRun(timer, again, stamp),"
                                + " stamp));"),
                sabotage(
                        "a paused schedule runs",
                        CALLBACK + "RunSettlement.java",
                        "if (place.paused()) {",
                        "if (place.paused() && timer.attempts() < 0) {"),
                sabotage(
                        "a failed run is not kept",
                        MUTATION + "Settle.java",
                        "failedRun.ifPresent(run -> followers.add(new KeepRun(run)));",
                        ""),
                sabotage(
                        "a delete leaves the redriven run",
                        MUTATION + "Runs.java",
                        ".flatMap(Recurrence::runsBeside)",
                        ".flatMap(it -> it.runsBeside().filter(run ->"
                                + " it.redriven().filter(r -> r.run().equals(run)).isEmpty()))"),
                sabotage(
                        "two runs of a timer are redriven at once",
                        MUTATION + "RedriveRun.java",
                        "if (!place.redriven().equals(former)) {",
                        "if (former.isPresent() && place.redriven().isEmpty()) {"),
                sabotage(
                        "changes of a timer and of its run share a batch",
                        LOOP + "CommitQueue.java",
                        "return key.timer();",
                        "return key;"),
                sabotage(
                        "nobody is told of a failure for good",
                        MUTATION + "Settle.java",
                        "notice.ifPresent(followers::add);",
                        ""),
                sabotage(
                        "somebody is told of every failed attempt",
                        CALLBACK + "Settlement.java",
                        "var notice = step.failure()",
                        "var notice = step.failure().or(() -> step.next().pending()"
                                + ".map(t -> new dev.belfry.core.timer.KeptTimer(t,"
                                + " TimerState.FAILED, stamp.now(), stamp.now())))"));
    }

    private static List<Sabotage> storing() {
        return List.of(
                sabotage(
                        "the fence is not checked",
                        STORE + "MemoryShard.java",
                        "if (!holds(commit.lease()) || commit.sequence() != sequence + 1) {",
                        "if (commit.mutations() == null) {"),
                sabotage(
                        "a page overlaps a commit",
                        LOOP + "Shard.java",
                        "return !busy && !resting;",
                        "return !resting;"),
                sabotage(
                        "what a commit showed does not enter the window",
                        LOOP + "Shard.java",
                        "after.ifPresent(this::place);",
                        ""),
                sabotage(
                        "the low-water mark goes too far",
                        LOOP + "LowWater.java",
                        "Instants.min(lowestUnsettled, latestFired)",
                        "latestFired.plusSeconds(5)"),
                sabotage(
                        "inserts are not clamped to the mark",
                        MUTATION + "Create.java",
                        "Instants.max(spec.executeAt(), mark)",
                        "spec.executeAt()"),
                sabotage(
                                "a settlement applies to whatever is there",
                                MUTATION + "Settle.java",
                                "before instanceof Entry.Pending(var current) &&"
                                        + " isExpected(current)",
                                "before instanceof Entry.Pending(var current)")
                        .and(
                                MUTATION + "Settle.java",
                                "    private boolean isExpected(Timer current) {",
                                "    boolean isExpected(Timer current) {")
                        .and(
                                LOOP + "SettleWork.java",
                                """
                                attempt.isSuperseded()
                                                        ? Optional.empty()
                                                        : attempt.row()\
                                """,
                                "attempt.row()")
                        .and(
                                LOOP + "Shard.java",
                                "} else if (attempt.isSuperseded()) {",
                                "} else if (attempt == null) {"),
                sabotage(
                        "the attempt counter is lost",
                        TIMER + "Timer.java",
                        "nextFireAt,\n                attempts + 1,",
                        "nextFireAt,\n                attempts,"),
                sabotage(
                        "an unknown outcome is taken for a failure",
                        LOOP + "GroupCommit.java",
                        "case StoreException.OutcomeUnknown _ -> {",
                        "case StoreException.OutcomeUnknown _ when failure != null ->"
                                + " shard.rest();\n"
                                + "            case StoreException.OutcomeUnknown _ -> {"));
    }

    private static List<Sabotage> firing() {
        return List.of(
                sabotage(
                        "timers start a second early",
                        LOOP + "Firing.java",
                        "return !startOf(timer).isAfter(ports.clock().now());",
                        "return !startOf(timer).isAfter(ports.clock().now().plusSeconds(1));"),
                sabotage(
                        "a paused group fires",
                        LOOP + "Firing.java",
                        "return shard.ownership().isOpen() && !paused.test(shard.group().id());",
                        "return shard.ownership().isOpen();"),
                sabotage(
                        "an attempt leaves whatever happened while it connected",
                        LOOP + "Firing.java",
                        "answer -> answer.accept(mayLeave(sending))",
                        "answer -> answer.accept(mayLeave(sending) || true)"),
                sabotage(
                        "an attempt under way is started again",
                        LOOP + "Shard.java",
                        "var attempt = attempts.find(AttemptId.nextOf(row));",
                        "var attempt = java.util.Optional.<UnderWay>empty();"),
                sabotage(
                        "a group with much to do keeps its turn",
                        LOOP + "Turns.java",
                        "static final int QUANTUM = 64;",
                        "static final int QUANTUM = 1_000_000;"),
                sabotage(
                        "groups that wait for a host do not take turns",
                        LOOP + "HostQueues.java",
                        ".addLast(queue);",
                        ".addFirst(queue);"),
                sabotage(
                                "hosts that hang take all places",
                                LOOP + "Places.java",
                                "holding.places < free() &&",
                                "free() > 0 &&")
                        .and(
                                LOOP + "Places.java",
                                "return probes < Math",
                                "return probes - 1_000_000 < Math"),
                sabotage(
                        "proof of life is ignored",
                        MEMBERSHIP + "ProofOfLife.java",
                        "return last.isOf(life) && isFresh(last);",
                        "return last.life().isPresent() || isFresh(last);"),
                sabotage(
                        "what a life has proven counts for the one before",
                        MEMBERSHIP + "ProofOfLife.java",
                        "return last.isOf(life) && isFresh(last);",
                        "return last.life().isPresent() && isFresh(last);"),
                sabotage(
                        "the webhook id has no generation",
                        TIMER + "AttemptId.java",
                        "return uuid + \"_\" + generation;",
                        "return uuid.toString();"),
                sabotage(
                        "Retry-After is not honoured",
                        CALLBACK + "Settlement.java",
                        "asked.filter(after -> after.compareTo(wait) > 0).orElse(wait)",
                        "wait"),
                sabotage(
                        "retries do not count",
                        CALLBACK + "Settlement.java",
                        "failedAttempts, waits, next",
                        "failedAttempts - 1, waits, next"));
    }

    private static List<Sabotage> answering() {
        return List.of(
                sabotage(
                        "a change is acknowledged before its commit",
                        LOOP + "ShardLoop.java",
                        "shard.add(new ClientWork(shard, mutation, ports, deadlineNanos, answer));",
                        "shard.add(new ClientWork(shard, mutation, ports, deadlineNanos,"
                                + " answer));\n"
                                + "            answer.accept(new"
                                + " Outcome.Decided(mutation.decide(dev.belfry.core.timer.Entry.absent(),"
                                + " java.time.Instant.EPOCH), Outcome.AttemptHint.NONE));"),
                sabotage(
                        "a delete is answered from memory",
                        LOOP + "ShardLoop.java",
                        "shard.add(new ClientWork(shard, mutation, ports, deadlineNanos, answer));",
                        "if (mutation instanceof dev.belfry.core.mutation.Delete &&"
                                + " shard.window().first().isEmpty()) { answer.accept(new"
                                + " Outcome.Decided(mutation.decide(dev.belfry.core.timer.Entry.absent(),"
                                + " java.time.Instant.EPOCH), Outcome.AttemptHint.NONE)); return; }\n"
                                + "            shard.add(new ClientWork(shard, mutation, ports,"
                                + " deadlineNanos, answer));"),
                sabotage(
                        "a delete is ignored once an attempt was made",
                        MUTATION + "Delete.java",
                        "return new Decision(Verdict.DELETED, before, recordOf(before));",
                        "return new Decision(Verdict.DELETED, before,"
                                + " before.pending().filter(t -> t.attempts() > 0).isPresent()"
                                + " ? before : recordOf(before));"),
                sabotage(
                        "a delete says nothing of attempts under way",
                        LOOP + "Shard.java",
                        "if (attempts.any(timer.uuid())) {",
                        "if (attempts.any(timer.uuid()) && timer.key() == null) {"),
                sabotage(
                        "a delete in doubt is answered with not found",
                        LOOP + "ClientWork.java",
                        "case NOT_FOUND -> mutation instanceof Delete || mutation instanceof Fire;",
                        "case NOT_FOUND -> false;"),
                sabotage(
                        "a change does not recognise its own work",
                        MUTATION + "Create.java",
                        "existing.revision().equals(stamp.revision())",
                        "existing.key() == null"));
    }

    private static List<Sabotage> owning() {
        return List.of(
                sabotage(
                        "a refused claim steals the lease",
                        LOOP + "Claims.java",
                        "if (row.token() == shard.ownership().claim().token()) {",
                        "if (row != null) {"),
                sabotage(
                                "claims are made on a new view only",
                                MEMBERSHIP + "NodeLoop.java",
                                "            view = watch.view(ports.clock().nanos());",
                                "            var former = view.members().keySet();\n"
                                        + "            view = watch.view(ports.clock().nanos());")
                        .and(
                                MEMBERSHIP + "NodeLoop.java",
                                "            if (!leaving) {\n                ports.lifelines()",
                                "            if (!leaving &&"
                                        + " !former.equals(view.members().keySet())) {\n"
                                        + "                ports.lifelines()")
                        .and(
                                MEMBERSHIP + "NodeLoop.java",
                                "            reconcileSoon(group.id());\n",
                                ""),
                sabotage(
                                "beating nodes are evicted",
                                MEMBERSHIP + "Watch.java",
                                "return nowNanos - sighting.movedNanos >= deadAfter.toNanos();",
                                "return nowNanos - sighting.movedNanos >= deadAfter.toNanos() /"
                                        + " 10;")
                        .and(
                                STORE + "MemoryNodes.java",
                                "return row.beat() == seen.beat() && nodes",
                                "return nodes"),
                sabotage(
                        "an evicted node keeps its shards",
                        MEMBERSHIP + "NodeLoop.java",
                        """
                                ports.holder().abandonAll();
                        """,
                        ""),
                sabotage(
                        "attempts under way are not handed over",
                        LOOP + "Releases.java",
                        "shard.attempts().toHandOver()",
                        "java.util.List.of()"),
                sabotage(
                        "replies are not passed on",
                        LOOP + "Shard.java",
                        ".forEach(this::passOn);",
                        ".forEach(_ -> {});"));
    }

    private static List<Sabotage> routing() {
        return List.of(
                sabotage(
                        "a change is forwarded twice",
                        ROUTE + "Router.java",
                        "ports.listener().sentOn(1);",
                        "ports.listener().sentOn(1);"
                                + " var _ = errand.there(owner.get(), passage.onward());"),
                sabotage(
                        "requests go from node to node without end",
                        ROUTE + "Passage.java",
                        "public static final int MOST_HOPS = 2;",
                        "public static final int MOST_HOPS = 1_000;"),
                sabotage(
                        "the deadline of a request is ignored",
                        ROUTE + "Passage.java",
                        "return deadlineNanos - nowNanos <= 0;",
                        "return false;"),
                sabotage(
                        "an unknown answer is taken for not applied",
                        ROUTE + "Router.java",
                        "each.apply(new Trial.Final<>(wording.silent(owner, why)));",
                        "each.apply(new Trial.NotApplied<>(wording.silent(owner, why)));"));
    }
}
