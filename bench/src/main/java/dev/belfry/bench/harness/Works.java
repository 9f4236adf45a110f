package dev.belfry.bench.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What one contender is given to do, as much as it can do in the time there is. */
public record Works(Stage stage, Size size) {
    /** What can be done with the settings for many timers; what is stored for later comes last. */
    public List<Workload> of(Contender contender, Set<Topic> topics) {
        var works = new ArrayList<Workload>();
        if (topics.contains(Topic.FIRING)) {
            works.addAll(firing(contender));
        }
        if (topics.contains(Topic.HERD)) {
            works.add(herd(contender));
        }
        if (topics.contains(Topic.LATENESS)) {
            works.addAll(lateness(contender));
        }
        if (topics.contains(Topic.CREATING)) {
            works.addAll(creating(contender));
        }
        return works;
    }

    /** Every way of making callbacks. */
    private List<Workload> firing(Contender contender) {
        return contender.variants().stream()
                .<Workload>map(
                        variant ->
                                FiringWorkload.firing(
                                        stage, variant, Size.count(variant.fires(), size.firing())))
                .toList();
    }

    private Workload herd(Contender contender) {
        return FiringWorkload.herd(stage, contender.usual(), size.herdOf(contender.pace().fires()));
    }

    private List<Workload> lateness(Contender contender) {
        return List.of(
                new LatenessWorkload(stage, contender.usual(), 100, size.span()),
                new LatenessWorkload(stage, contender.usual(), 1_000, size.span()));
    }

    /** The floor has a connection for each client, and so not many. */
    private List<Workload> creating(Contender contender) {
        int singles = Size.count(contender.pace().creates(), size.creating());
        int batched = Size.count(contender.pace().stores(), size.creating());
        var works = new ArrayList<Workload>();
        works.add(CreateWorkload.of(stage, contender, singles, 16, 1));
        if (!contender.isFloor()) {
            works.add(CreateWorkload.of(stage, contender, singles, 256, 1));
        }
        works.add(CreateWorkload.of(stage, contender, batched, 4, 100));
        return works;
    }
}
