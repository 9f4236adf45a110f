package dev.belfry.check.chaos;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.EventHistory;
import dev.belfry.check.history.EventId;
import dev.belfry.check.history.ObservedOutcome;
import dev.belfry.check.history.Operation;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.TimerKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a history says about speed: lateness, takeovers, and shards nobody served. Immutable. */
final class Findings {
    /** A change that waits longer met a shard that nobody served. */
    private static final Duration PROMPT = Duration.ofSeconds(1);

    /**
     * A callback of a timer of the metronome that came for the first time.
     *
     * @param late after it was due and acknowledged
     */
    record Arrival(Instant at, int shard, Duration late) {}

    private final List<Arrival> arrivals = new ArrayList<>();
    private final List<Instant> attempts = new ArrayList<>();
    private final Map<Integer, Duration> unserved = new TreeMap<>();

    Findings(EventHistory history, Group group) {
        var operations = new HashMap<EventId, Event.Invoked>();
        var acknowledged = new HashMap<TimerKey, Instant>();
        Set<TimerKey> seen = new HashSet<>();
        Map<Integer, Instant> servedUntil = new HashMap<>();
        for (var event : history.events()) {
            switch (event) {
                case Event.Invoked invoked -> operations.put(invoked.id(), invoked);
                case Event.Answered(var id, var at, var outcome) -> {
                    var asked = operations.remove(id);
                    if (asked != null && asked.operation() instanceof Operation.OnTimer change) {
                        int shard = group.shardOf(change.key()).index();
                        acknowledged.putIfAbsent(change.key(), at);
                        waited(shard, asked.at(), at, outcome, servedUntil);
                    }
                }
                case Event.AttemptStarted started -> {
                    attempts.add(started.at());
                    if (started.key().id().startsWith(Metronome.PREFIX)
                            && seen.add(started.key())) {
                        var due =
                                Instants.max(
                                        started.executeAt(),
                                        acknowledged.getOrDefault(
                                                started.key(), started.executeAt()));
                        arrivals.add(
                                new Arrival(
                                        started.at(),
                                        group.shardOf(started.key()).index(),
                                        Duration.between(due, started.at())));
                    }
                }
                default -> {}
            }
        }
    }

    /** Spans of one shard that overlap count once. */
    private void waited(
            int shard,
            Instant from,
            Instant until,
            ObservedOutcome outcome,
            Map<Integer, Instant> known) {
        boolean served =
                outcome instanceof ObservedOutcome.Ok
                        && Duration.between(from, until).compareTo(PROMPT) <= 0;
        if (!served) {
            var begin = Instants.max(from, known.getOrDefault(shard, from));
            if (begin.isBefore(until)) {
                unserved.merge(shard, Duration.between(begin, until), Duration::plus);
                known.put(shard, until);
            }
        }
    }

    List<Instant> attempts() {
        return attempts;
    }

    List<Arrival> arrivals() {
        return arrivals;
    }

    List<Duration> latenessBetween(Instant from, Instant until) {
        return arrivals.stream()
                .filter(it -> !it.at().isBefore(from) && it.at().isBefore(until))
                .map(Arrival::late)
                .sorted()
                .toList();
    }

    /** For how long in all changes of a shard were refused or had to wait. */
    Map<Integer, Duration> unserved() {
        return unserved;
    }

    /** From an owner's end to the first callback of each of its shards that it did not start. */
    List<Duration> takeovers(Strike strike) {
        var from = strike.from();
        return strike.orphans().stream()
                .flatMap(
                        shard ->
                                arrivals.stream()
                                        .filter(it -> it.shard() == shard)
                                        .map(Arrival::at)
                                        .filter(
                                                it ->
                                                        it.isAfter(
                                                                from.plus(
                                                                        strike.trouble()
                                                                                .lastWords())))
                                        .min(Instant::compareTo)
                                        .stream())
                .map(at -> Duration.between(from, at))
                .sorted()
                .toList();
    }

    static long percentileMillis(List<Duration> sorted, double part) {
        return sorted.isEmpty()
                ? 0
                : sorted.get((int) Math.min(sorted.size() - 1L, (long) (sorted.size() * part)))
                        .toMillis();
    }
}
