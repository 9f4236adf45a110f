package dev.belfry.operate.metrics;

import dev.belfry.core.mutation.Verdict;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The meters of one group, or of several that share them, made once: the engine's loops use them
 * all the time. Thread-safe.
 */
final class GroupMeters {
    /** What came of an attempt. */
    enum Reply {
        DONE,
        RUN_AGAIN,
        FAILED,
        FAILED_FOR_GOOD,
        NOT_SENT
    }

    /** What became of a timer after an attempt. */
    enum Settled {
        REACHED,
        FAILED,
        RETRY,
        RESCHEDULED
    }

    /** What a client's change can come to. */
    private static final Verdict[] VERDICTS = {
        Verdict.CREATED,
        Verdict.REPLACED,
        Verdict.PATCHED,
        Verdict.DELETED,
        Verdict.REDRIVEN,
        Verdict.IDENTICAL,
        Verdict.EXISTS,
        Verdict.NOT_FOUND,
        Verdict.PRECONDITION_FAILED,
        Verdict.HEADERS_REQUIRED,
        Verdict.NO_SCHEDULE,
        Verdict.RUN_REDRIVEN
    };

    private static final double NANOS_OF_A_MILLI = 1e6;

    private final Map<Verdict, Counter> changes = new EnumMap<>(Verdict.class);
    private final Counter fired;
    private final Counter retries;
    private final Timer lateness;
    private final LongAccumulator latest = new LongAccumulator(Math::max, 0);
    private final Map<Reply, Timer> callbacks;
    private final Map<Settled, Counter> settled;

    GroupMeters(MeterRegistry registry, String group) {
        for (var verdict : VERDICTS) {
            changes.put(verdict, change(verdict, group).register(registry));
        }
        fired = attempts("first", group).register(registry);
        retries = attempts("retry", group).register(registry);
        lateness =
                Timer.builder("belfry.lateness")
                        .description("From when an attempt was due to when it started")
                        .tag("group", group)
                        .serviceLevelObjectives(Buckets.LATENESS)
                        .register(registry);
        callbacks =
                Arrays.stream(Reply.values())
                        .collect(
                                Collectors.toMap(
                                        reply -> reply,
                                        reply -> callback(reply, group).register(registry)));
        settled =
                Arrays.stream(Settled.values())
                        .collect(
                                Collectors.toMap(
                                        outcome -> outcome,
                                        outcome -> settlement(outcome, group).register(registry)));
    }

    private static Counter.Builder change(Verdict verdict, String group) {
        return Counter.builder("belfry.changes")
                .description("Changes that clients asked for, by what they came to")
                .tag("group", group)
                .tag("verdict", lower(verdict));
    }

    private static Counter.Builder attempts(String kind, String group) {
        return Counter.builder("belfry.attempts")
                .description("Attempts started: first ones and retries")
                .tag("group", group)
                .tag("kind", kind);
    }

    private static Timer.Builder callback(Reply reply, String group) {
        return Timer.builder("belfry.callback")
                .description("Callbacks, from start to reply")
                .tag("group", group)
                .tag("reply", lower(reply))
                .serviceLevelObjectives(Buckets.CALLBACK);
    }

    private static Counter.Builder settlement(Settled outcome, String group) {
        return Counter.builder("belfry.settled")
                .description("Attempts settled, by what became of the timer")
                .tag("group", group)
                .tag("outcome", lower(outcome));
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    void decided(Verdict verdict) {
        var counter = changes.get(verdict);
        if (counter != null) {
            counter.increment();
        }
    }

    void started(int attempt, Duration late) {
        (attempt == 1 ? fired : retries).increment();
        lateness.record(late);
        latest.accumulate(late.toNanos());
    }

    void answered(Reply reply, Duration took) {
        callbacks.getOrDefault(reply, lateness).record(took);
    }

    void settled(Settled outcome) {
        settled.getOrDefault(outcome, fired).increment();
    }

    /** Their series end. */
    void remove(MeterRegistry registry) {
        Stream.of(changes.values(), callbacks.values(), settled.values())
                .flatMap(Collection::stream)
                .forEach(registry::remove);
        Stream.of(fired, retries, lateness).forEach(registry::remove);
    }

    /** How often each thing has happened, for rates. */
    Totals totals() {
        return new Totals(
                changes.getOrDefault(Verdict.CREATED, fired).count(),
                fired.count(),
                fired.count() + retries.count(),
                count(Settled.REACHED),
                count(Settled.FAILED),
                callbacks.values().stream().mapToLong(Timer::count).sum());
    }

    Lateness lateness() {
        return new Lateness(
                BucketCounts.of(lateness.takeSnapshot(), TimeUnit.MILLISECONDS),
                latest.getThenReset() / NANOS_OF_A_MILLI);
    }

    private double count(Settled outcome) {
        return settled.getOrDefault(outcome, fired).count();
    }
}
