package dev.belfry.bench;

import dev.belfry.bench.floors.Floors;
import dev.belfry.bench.harness.Contender;
import dev.belfry.bench.harness.CrashWorkload;
import dev.belfry.bench.harness.Size;
import dev.belfry.bench.harness.Stage;
import dev.belfry.bench.harness.Starts;
import dev.belfry.bench.harness.Topic;
import dev.belfry.bench.harness.Workload;
import dev.belfry.bench.harness.Works;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What each contender does in a round, and how long that should take. */
record PeersPlan(Stage stage, Size size, Set<Topic> topics) {
    /** What is done with the same settings. */
    record Part(Map<String, String> settings, List<Workload> works) {}

    /** In a process of its own each. */
    List<Part> parts(Contender contender) {
        var topicsOf = new LinkedHashMap<Map<String, String>, Set<Topic>>();
        for (var topic : topics) {
            if (topic != Topic.CRASH && takesPart(contender, topic)) {
                topicsOf.computeIfAbsent(
                                contender.settingsFor(topic), _ -> EnumSet.noneOf(Topic.class))
                        .add(topic);
            }
        }
        var works = new Works(stage, size);
        return topicsOf.entrySet().stream()
                .map(it -> new Part(it.getKey(), works.of(contender, it.getValue())))
                .toList();
    }

    boolean crashes(Contender contender) {
        return topics.contains(Topic.CRASH) && takesPart(contender, Topic.CRASH);
    }

    /** The floor is one process, and looks only now and then; several nodes are no pair. */
    private static boolean takesPart(Contender contender, Topic topic) {
        return switch (topic) {
            case FIRING, HERD, CREATING -> true;
            case LATENESS -> !contender.isFloor();
            case CRASH ->
                    !contender.isFloor() && !contender.settingsFor(topic).containsKey("nodes");
        };
    }

    Calibration calibration() {
        return new Calibration(stage, size, topics);
    }

    Duration time(List<Contender> contenders, int rounds) {
        var round =
                contenders.stream().anyMatch(Contender::isFloor)
                        ? Floors.planned(size)
                        : Duration.ZERO;
        var trials = Duration.ZERO;
        for (var contender : contenders) {
            for (var part : parts(contender)) {
                round = round.plus(Starts.planned(contender, size.warmUp()));
                for (var work : part.works()) {
                    round = round.plus(work.planned());
                }
            }
            round = crashes(contender) ? round.plus(CrashWorkload.PLANNED) : round;
            trials = trials.plus(calibration().planned(contender));
        }
        return round.multipliedBy(rounds).plus(size.calibrated() ? trials : Duration.ZERO);
    }
}
