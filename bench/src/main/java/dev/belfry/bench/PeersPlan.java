package dev.belfry.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What each contender does in a round, and how long that should take. */
record PeersPlan(Stage stage, Size size) {
    /** What is done with the same settings. */
    record Part(Map<String, String> settings, List<Work> works) {}

    /** What is stored for later comes last. */
    List<Part> parts(Entrant entrant) {
        var all = new Works(stage, size);
        var works = new ArrayList<>(all.firing(entrant));
        if (entrant.isPreciseAsItIs() && !entrant.isFloor()) {
            works.addAll(all.lateness(entrant));
        }
        works.addAll(all.creating(entrant));
        var throughput = new Part(entrant.throughput(), works);
        return entrant.isPreciseAsItIs()
                ? List.of(throughput)
                : List.of(throughput, new Part(entrant.precision(), all.lateness(entrant)));
    }

    /** The floor is one process. */
    boolean crashes(Entrant entrant) {
        return size.crash() && !entrant.isFloor();
    }

    Duration time(List<Entrant> entrants, int rounds, boolean floors) {
        var round = floors ? Floors.planned(size) : Duration.ZERO;
        var trials = Duration.ZERO;
        for (var entrant : entrants) {
            for (var part : parts(entrant)) {
                round = round.plus(Starts.planned(entrant, size));
                for (var work : part.works()) {
                    round = round.plus(work.planned());
                }
            }
            round = crashes(entrant) ? round.plus(CrashWork.PLANNED) : round;
            trials = trials.plus(Calibration.planned(entrant, size));
        }
        return round.multipliedBy(rounds).plus(size.calibrated() ? trials : Duration.ZERO);
    }
}
