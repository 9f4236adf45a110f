package dev.belfry.bench;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What each contender does in a round, and how long that should take. */
record PeersPlan(Stage stage, Size size, Set<Topic> topics) {
    /** What is done with the same settings. */
    record Part(Map<String, String> settings, List<Work> works) {}

    /** A part without any work is left out. */
    List<Part> parts(Entrant entrant) {
        var precise = EnumSet.of(Topic.LATENESS);
        precise.retainAll(topics);
        var many = EnumSet.complementOf(EnumSet.of(Topic.CRASH));
        many.retainAll(topics);
        if (entrant.isFloor() || !entrant.isPreciseAsItIs()) {
            many.remove(Topic.LATENESS);
        }
        var works = new Works(stage, size);
        var throughput = new Part(entrant.throughput(), works.of(entrant, many));
        var precision = new Part(entrant.precision(), works.of(entrant, precise));
        var parts =
                entrant.isPreciseAsItIs() ? List.of(throughput) : List.of(throughput, precision);
        return parts.stream().filter(part -> !part.works().isEmpty()).toList();
    }

    /** The floor is one process. */
    boolean crashes(Entrant entrant) {
        return topics.contains(Topic.CRASH) && !entrant.isFloor();
    }

    /** Settings are tried out for what they are used for. */
    boolean calibrates() {
        return size.calibrated() && (topics.contains(Topic.FIRING) || topics.contains(Topic.HERD));
    }

    Duration time(List<Entrant> entrants, int rounds, boolean floors) {
        var round = floors ? Floors.planned(size) : Duration.ZERO;
        var trials = Duration.ZERO;
        for (var entrant : entrants) {
            for (var part : parts(entrant)) {
                round = round.plus(Starts.planned(entrant, size.warmUp()));
                for (var work : part.works()) {
                    round = round.plus(work.planned());
                }
            }
            round = crashes(entrant) ? round.plus(CrashWork.PLANNED) : round;
            trials = trials.plus(Calibration.planned(entrant, size));
        }
        return round.multipliedBy(rounds).plus(calibrates() ? trials : Duration.ZERO);
    }
}
