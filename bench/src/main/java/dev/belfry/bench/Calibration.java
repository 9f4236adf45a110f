package dev.belfry.bench;

import dev.belfry.bench.Figures.Figure;
import dev.belfry.bench.PeerContender.Library;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
    private static final int PER_SECOND = 1_000;
    private static final int CLIENTS = 256;

    /** A part of the time that is measured later. */
    private static final int SHORTER = 2;

    private static final WarmUp BY_FIRING = new WarmUp(Duration.ofSeconds(2), Duration.ZERO);
    private static final WarmUp BY_CREATING =
            new WarmUp(Duration.ofSeconds(1), Duration.ofSeconds(4));

    /** Measures a candidate; one that fails has no value. */
    interface Measurement {
        Optional<Double> of(Entrant candidate) throws InterruptedException;
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
            Function<Entrant, List<Entrant>> candidates,
            BiFunction<Stage, Entrant, Work> work) {}

    /** Each begins with what was best in those before. */
    private List<Trial> trials(Entrant entrant) {
        if (!entrant.name().equals(Library.DB_SCHEDULER.title)) {
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
                        FiringWork.firing(
                                stage,
                                it.lane(),
                                Size.count(it.pace().fires(), size.firing().dividedBy(SHORTER))));
    }

    private static List<Entrant> threadsAndLimits() {
        var candidates = new ArrayList<Entrant>();
        for (int threads : THREADS) {
            candidates.add(Entrant.dbScheduler(threads, "4.0", "20.0"));
            candidates.add(Entrant.dbScheduler(threads, "1.0", "6.0"));
        }
        return candidates;
    }

    private Trial lateness() {
        return new Trial(
                Topic.LATENESS,
                Set.of(Topic.LATENESS, Topic.CRASH),
                BY_FIRING,
                LatenessWork.P99,
                it -> IntStream.of(POLLS).mapToObj(poll -> it.preciseWith("poll", poll)).toList(),
                (stage, it) -> new LatenessWork(stage, it.lane(), PER_SECOND, shortSpan()));
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
                                        IntStream.of(POOLS)
                                                .mapToObj(pool -> it.creatingWith("pool", pool)))
                                .toList(),
                (stage, it) ->
                        CreateWork.of(
                                stage,
                                it,
                                Size.count(it.pace().creates(), size.creating()),
                                CLIENTS,
                                1));
    }

    Duration planned(Entrant entrant) {
        var all = Duration.ZERO;
        for (var trial : trials(entrant)) {
            var each =
                    Starts.planned(entrant, trial.warmUp())
                            .plus(trial.work().apply(stage, entrant).planned());
            all = all.plus(each.multipliedBy(trial.candidates().apply(entrant).size()));
        }
        return all;
    }

    Entrant best(Entrant entrant, Starts starts) throws InterruptedException {
        var best = entrant;
        for (var trial : trials(entrant)) {
            var figure = new Figure(trial.work().apply(stage, best).title(), trial.measure());
            best =
                    best(
                            trial.candidates().apply(best),
                            figure,
                            it -> measured(it, trial, figure, starts),
                            best);
            stage.notes()
                    .say(
                            "%s does %s with %s",
                            best.name(), trial.topic().word(), best.settingsFor(trial.topic()));
        }
        return best;
    }

    /** The candidate with the best figure, or another entrant if all of them fail. */
    static Entrant best(
            List<Entrant> candidates, Figure figure, Measurement measurement, Entrant otherwise)
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

    private Optional<Double> measured(Entrant candidate, Trial trial, Figure figure, Starts starts)
            throws InterruptedException {
        var apart =
                new Stage(
                        stage.receiver(),
                        stage.meter(),
                        new Notes(new Figures(), stage.notes().start()));
        var settings = candidate.settingsFor(trial.topic());
        apart.notes().say("Trial of %s", settings);
        var work = trial.work().apply(apart, candidate);
        new Turn(apart.notes(), () -> starts.warm(candidate, settings, trial.warmUp()))
                .run(List.of(work));
        return apart.notes().figures().median(figure, work.lane().title());
    }
}
