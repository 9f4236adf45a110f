package dev.belfry.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What one contender is given to do, as much as it can do in the time there is. */
record Works(Stage stage, Size size) {
    /** What can be done with the settings for many timers; what is stored for later comes last. */
    List<Work> of(Entrant entrant, Set<Topic> topics) {
        var works = new ArrayList<Work>();
        if (topics.contains(Topic.FIRING)) {
            works.addAll(firing(entrant));
        }
        if (topics.contains(Topic.HERD)) {
            works.add(herd(entrant));
        }
        if (topics.contains(Topic.LATENESS)) {
            works.addAll(lateness(entrant));
        }
        if (topics.contains(Topic.CREATING)) {
            works.addAll(creating(entrant));
        }
        return works;
    }

    /** Every way of making callbacks. */
    private List<Work> firing(Entrant entrant) {
        return entrant.lanes().stream()
                .<Work>map(
                        lane ->
                                FiringWork.firing(
                                        stage, lane, Size.count(lane.fires(), size.firing())))
                .toList();
    }

    private Work herd(Entrant entrant) {
        return FiringWork.herd(stage, entrant.lane(), size.herdOf(entrant.pace().fires()));
    }

    private List<Work> lateness(Entrant entrant) {
        return List.of(
                new LatenessWork(stage, entrant.lane(), 100, size.span()),
                new LatenessWork(stage, entrant.lane(), 1_000, size.span()));
    }

    /** The floor has a connection for each client, and so not many. */
    private List<Work> creating(Entrant entrant) {
        int singles = Size.count(entrant.pace().creates(), size.creating());
        int batched = Size.count(entrant.pace().stores(), size.creating());
        var works = new ArrayList<Work>();
        works.add(CreateWork.of(stage, entrant, singles, 16, 1));
        if (!entrant.isFloor()) {
            works.add(CreateWork.of(stage, entrant, singles, 256, 1));
        }
        works.add(CreateWork.of(stage, entrant, batched, 4, 100));
        return works;
    }
}
