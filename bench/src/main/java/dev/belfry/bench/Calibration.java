package dev.belfry.bench;

import dev.belfry.bench.harness.CallbackLateness;
import dev.belfry.bench.harness.Contender;
import dev.belfry.bench.harness.CreateWorkload;
import dev.belfry.bench.harness.Figures.Figure;
import dev.belfry.bench.harness.FiringWorkload;
import dev.belfry.bench.harness.LatenessWorkload;
import dev.belfry.bench.harness.Size;
import dev.belfry.bench.harness.Stage;
import dev.belfry.bench.harness.Starts;
import dev.belfry.bench.harness.Topic;
import dev.belfry.bench.harness.Turn;
import dev.belfry.bench.harness.WarmUp;
import dev.belfry.bench.harness.Workload;
import dev.belfry.bench.peers.Library;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Tries settings of a library out, for each kind of work, and takes what is best in it. */
record Calibration(Stage stage, Size size, Set<Topic> topics) {
    private static final int[] THREADS = {20, 50, 100};
    private static final int[] POLLS = {10, 20, 50, 100};
    private static final int[] POOLS = {8, 16, 32};
    private static final Set<Topic> PRECISE = Set.of(Topic.LATENESS, Topic.CRASH);
    private static final int PER_SECOND = 1_000;
    private static final int CLIENTS = 256;

    /** A part of the time that is measured later. */
    private static final int SHORTER = 2;

    private static final WarmUp BY_FIRING = new WarmUp(Duration.ofSeconds(2), Duration.ZERO);
    private static final WarmUp BY_CREATING =
            new WarmUp(Duration.ofSeconds(1), Duration.ofSeconds(4));

    /** Measures a candidate; one that fails has no value. */
    interface Measurement {
        Optional<Double> of(Contender candidate) throws InterruptedException;
    }

    /**
     * What is tried out in one kind of work, and what of it counts.
     *
     * @param serves the kinds of work that are done with the settings
     */
    private record Trial(
            Topic topic,
            Set<Topic> serves,
            WarmUp warmUp,
            String measure,
            Function<Contender, List<Contender>> candidates,
            BiFunction<Stage, Contender, Workload> work) {}

    /** Each begins with what was best in those before. */
    private List<Trial> trials(Contender contender) {
        if (!contender.name().equals(Library.DB_SCHEDULER.title)) {
            return List.of();
        }
        return Stream.of(firing(), lateness(), creating())
                .filter(trial -> !Collections.disjoint(topics, trial.serves()))
                .toList();
    }

    private Trial firing() {
        return new Trial(
                Topic.FIRING,
                Set.of(Topic.FIRING, Topic.HERD),
                BY_FIRING,
                Figure.RATE,
                _ -> threadsAndLimits(),
                (stage, it) ->
                        FiringWorkload.firing(
                                stage,
                                it.usual(),
                                Size.count(it.pace().fires(), size.firing().dividedBy(SHORTER))));
    }

    private static List<Contender> threadsAndLimits() {
        var candidates = new ArrayList<Contender>();
        for (int threads : THREADS) {
            candidates.add(Contenders.dbScheduler(threads, "4.0", "20.0"));
            candidates.add(Contenders.dbScheduler(threads, "1.0", "6.0"));
        }
        return candidates;
    }

    private Trial lateness() {
        return new Trial(
                Topic.LATENESS,
                PRECISE,
                BY_FIRING,
                CallbackLateness.P99,
                it -> each(POLLS, it, PRECISE, "poll"),
                (stage, it) -> new LatenessWorkload(stage, it.usual(), PER_SECOND, shortSpan()));
    }

    /** Whole seconds, as every span. */
    private Duration shortSpan() {
        return Duration.ofSeconds(Math.max(1, size.span().toSeconds() / SHORTER));
    }

    /** Smaller pools beside the one that it has for firing. */
    private Trial creating() {
        return new Trial(
                Topic.CREATING,
                Set.of(Topic.CREATING),
                BY_CREATING,
                Figure.RATE,
                it ->
                        Stream.concat(
                                        Stream.of(it),
                                        each(POOLS, it, Set.of(Topic.CREATING), "pool").stream())
                                .toList(),
                (stage, it) ->
                        CreateWorkload.of(
                                stage,
                                it,
                                Size.count(it.pace().creates(), size.creating()),
                                CLIENTS,
                                1));
    }

    private static List<Contender> each(
            int[] values, Contender contender, Set<Topic> topics, String setting) {
        return IntStream.of(values)
                .mapToObj(it -> contender.with(topics, Map.of(setting, Integer.toString(it))))
                .toList();
    }

    Duration planned(Contender contender) {
        var all = Duration.ZERO;
        for (var trial : trials(contender)) {
            var each =
                    Starts.planned(contender, trial.warmUp())
                            .plus(trial.work().apply(stage, contender).planned());
            all = all.plus(each.multipliedBy(trial.candidates().apply(contender).size()));
        }
        return all;
    }

    Contender best(Contender contender) throws InterruptedException {
        var best = contender;
        for (var trial : trials(contender)) {
            var figure = new Figure(trial.work().apply(stage, best).title(), trial.measure());
            best =
                    best(
                            trial.candidates().apply(best),
                            figure,
                            it -> measured(it, trial, figure),
                            best);
            stage.notes()
                    .say(
                            "%s does %s with %s",
                            best.name(), trial.topic().word(), best.settingsFor(trial.topic()));
        }
        return best;
    }

    /** The candidate with the best figure, or another contender if all of them fail. */
    static Contender best(
            List<Contender> candidates, Figure figure, Measurement measurement, Contender otherwise)
            throws InterruptedException {
        var best = otherwise;
        var most = Optional.<Double>empty();
        for (var candidate : candidates) {
            var value = measurement.of(candidate);
            if (value.isPresent()
                    && (most.isEmpty() || figure.better(value.get(), most.get()) > 1)) {
                best = candidate;
                most = value;
            }
        }
        return best;
    }

    private Optional<Double> measured(Contender candidate, Trial trial, Figure figure)
            throws InterruptedException {
        var apart = stage.apart();
        var settings = candidate.settingsFor(trial.topic());
        apart.notes().say("Trial of %s", settings);
        var work = trial.work().apply(apart, candidate);
        new Turn(apart.notes(), () -> new Starts(stage).warm(candidate, settings, trial.warmUp()))
                .run(List.of(work));
        return apart.notes().figures().median(figure, work.variant().title());
    }
}
