package dev.belfry.bench.tenants;

import dev.belfry.bench.harness.CallbackReceiver;
import dev.belfry.bench.harness.CallbackReceiver.Arrival;
import dev.belfry.bench.harness.ContenderProcess.Row;
import dev.belfry.bench.harness.StallLimit;
import dev.belfry.bench.peers.BelfryProcess;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** A group of a server, and who is called by its timers. */
record Tenant(BelfryProcess server, String group, CallbackReceiver receiver) {
    /** Of one that works steadily, where nothing else is said. */
    private static final int PER_SECOND = 50;

    /** In which its timers are stored, before the first is due, and many at so many a second. */
    private static final Duration AHEAD = Duration.ofSeconds(4);

    private static final int STORED_PER_SECOND = 5_000;

    /** So many are made beforehand and posted then. */
    private static final int SLICE = 100_000;

    /** Timers that were due in this time. */
    record Span(Instant from, Instant until) {
        boolean has(Arrival arrival) {
            return !arrival.executeAt().isBefore(from) && arrival.executeAt().isBefore(until);
        }

        double perSecond(int count) {
            return count * 1e9 / Duration.between(from, until).toNanos();
        }
    }

    /** Makes it on the server, with the usual settings but for these. */
    static Tenant create(
            BelfryProcess server, String group, String settings, CallbackReceiver receiver)
            throws Exception {
        server.call("PUT", "/api/v1/groups/" + group, settings);
        return new Tenant(server, group, receiver);
    }

    // ---- one that works steadily

    /** Timers that are due one after the other; returns when the first is. */
    Steady workFor(Duration span) throws Exception {
        return workFor(span, PER_SECOND);
    }

    Steady workFor(Duration span, int perSecond) throws Exception {
        int count = (int) (perSecond * span.toSeconds());
        var ahead = AHEAD.plusMillis(1_000L * count / STORED_PER_SECOND);
        var first = Instant.now().plus(ahead).truncatedTo(ChronoUnit.MILLIS);
        var expected = receiver.expect(count);
        var row =
                new Row(
                        "steady-" + first.toEpochMilli(),
                        count,
                        first,
                        Duration.ofSeconds(1).dividedBy(perSecond));
        server.schedule(row, group, receiver.url());
        if (Instant.now().isAfter(first)) {
            throw new IllegalStateException("the timers were due before all were stored");
        }
        Thread.sleep(Duration.between(Instant.now(), first));
        return new Steady(row, expected);
    }

    /** What comes of timers that are due one after the other. */
    record Steady(Row row, CallbackReceiver.Expected expected) {
        List<Arrival> await() throws Exception {
            return expected.await();
        }

        /** Waits for those that were due in this time. */
        List<Arrival> dueIn(Span span) throws Exception {
            int due = dueBefore(span.until()) - dueBefore(span.from());
            StallLimit.USUAL.await(
                    "steady timers", () -> arrived(span).size() >= due, () -> arrived(span).size());
            return arrived(span);
        }

        private List<Arrival> arrived(Span span) {
            return expected.arrivals().stream().filter(span::has).toList();
        }

        private int dueBefore(Instant end) {
            var worked = Duration.between(row.first(), end);
            return Math.clamp(
                    Math.ceilDiv(worked.toNanos(), row.apart().toNanos()), 0, row.count());
        }
    }

    // ---- one with a backlog

    /** Lets so many timers be overdue while it is paused. */
    void fallBehind(int timers) throws Exception {
        server.call("POST", path("pause"), "");
        var due = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        for (int stored = 0; stored < timers; stored += SLICE) {
            int count = Math.min(SLICE, timers - stored);
            var name = "behind-%d-%d".formatted(due.toEpochMilli(), stored);
            server.schedule(new Row(name, count, due, Duration.ZERO), group, receiver.url());
        }
    }

    void resume() throws Exception {
        server.call("POST", path("resume"), "");
    }

    /** Resumes it, and waits until so many were called. */
    Span drain(int timers) throws Exception {
        long all = receiver.arrivedInAll() + timers;
        var resumed = Instant.now();
        resume();
        StallLimit.USUAL.await(
                "a backlog", () -> receiver.arrivedInAll() >= all, receiver::arrivedInAll);
        return new Span(resumed, Instant.now());
    }

    private String path(String call) {
        return "/api/v1/groups/%s/%s".formatted(group, call);
    }
}
