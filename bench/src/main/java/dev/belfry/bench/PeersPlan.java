package dev.belfry.bench;

import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What each contender does in a round, and how long that should take. */
record PeersPlan(Stage stage, Size size, Set<Topic> topics) {
    /** What is done with the same settings. */
    record Part(Map<String, String> settings, List<Work> works) {}

    /** In a process of its own each. */
    List<Part> parts(Entrant entrant) {
        var topicsOf = new LinkedHashMap<Map<String, String>, Set<Topic>>();
        for (var topic : topics) {
            if (topic != Topic.CRASH && takesPart(entrant, topic)) {
                topicsOf.computeIfAbsent(
                                entrant.settingsFor(topic), _ -> EnumSet.noneOf(Topic.class))
                        .add(topic);
            }
        }
        var works = new Works(stage, size);
        return topicsOf.entrySet().stream()
                .map(it -> new Part(it.getKey(), works.of(entrant, it.getValue())))
                .toList();
    }

    boolean crashes(Entrant entrant) {
        return topics.contains(Topic.CRASH) && takesPart(entrant, Topic.CRASH);
    }

    /** The floor is one process, and looks only now and then. */
    private static boolean takesPart(Entrant entrant, Topic topic) {
        return !entrant.isFloor() || (topic != Topic.LATENESS && topic != Topic.CRASH);
    }

    Calibration calibration() {
        return new Calibration(stage, size, topics);
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
            trials = trials.plus(calibration().planned(entrant));
        }
        return round.multipliedBy(rounds).plus(size.calibrated() ? trials : Duration.ZERO);
    }
}
