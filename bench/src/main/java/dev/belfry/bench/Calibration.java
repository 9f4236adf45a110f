package dev.belfry.bench;

import dev.belfry.bench.Figures.Figure;
import dev.belfry.bench.PeerContender.Library;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Tries the settings that a library's documentation offers, and takes what fires most. */
record Calibration(Stage stage, Starts starts, Size size) {
    private static final int[] THREADS = {20, 50, 100};

    /** A part of the time that is measured later. */
    private static final int SHORTER = 2;

    /** Nothing is created here. */
    private static final WarmUp SHORT = new WarmUp(Duration.ofSeconds(2), Duration.ZERO);

    private static List<Entrant> candidates(Entrant entrant) {
        var candidates = new ArrayList<Entrant>();
        if (entrant.name().equals(Library.DB_SCHEDULER.title)) {
            for (int threads : THREADS) {
                candidates.add(Entrant.dbScheduler(threads, "4.0", "20.0"));
                candidates.add(Entrant.dbScheduler(threads, "1.0", "6.0"));
            }
        }
        return candidates;
    }

    static Duration planned(Entrant entrant, Size size) {
        var each =
                Starts.planned(entrant, SHORT)
                        .plus(entrant.pace().firing(fires(entrant, size), entrant.pace().fires()));
        return each.multipliedBy(candidates(entrant).size());
    }

    private static int fires(Entrant entrant, Size size) {
        return Size.count(entrant.pace().fires(), size.firing().dividedBy(SHORTER));
    }

    /** One that fails is none of the best. */
    Entrant best(Entrant entrant) throws InterruptedException {
        var best = entrant;
        double most = 0;
        for (var candidate : candidates(entrant)) {
            double fired = trial(candidate);
            if (fired > most) {
                best = candidate;
                most = fired;
            }
        }
        stage.notes().say("%s is measured with %s", best.name(), best.throughput());
        return best;
    }

    private double trial(Entrant candidate) throws InterruptedException {
        var lane = candidate.lane();
        var trial =
                new Stage(
                        stage.receiver(),
                        stage.meter(),
                        new Notes(new Figures(), stage.notes().start()));
        trial.notes().say("Trial of %s", candidate.throughput());
        new Turn(trial.notes(), () -> starts.warm(candidate, candidate.throughput(), SHORT))
                .run(List.of(FiringWork.firing(trial, lane, fires(candidate, size))));
        return trial.notes()
                .figures()
                .median(new Figure(FiringWork.FIRING, Figure.RATE), lane.title())
                .orElse(0.0);
    }
}
