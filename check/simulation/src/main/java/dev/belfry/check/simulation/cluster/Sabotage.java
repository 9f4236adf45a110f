package dev.belfry.check.simulation.cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * A deliberately broken variant of Belfry: some of its source, replaced. The texts must be found in
 * the sources as they are now, so that a sabotage can not quietly become harmless.
 */
public record Sabotage(String name, List<Edit> edits) {
    static final String LOOP = "node/src/main/java/dev/belfry/node/shard/";
    static final String MEMBERSHIP = "node/src/main/java/dev/belfry/node/member/";
    static final String CALLBACK = "node/src/main/java/dev/belfry/node/fire/";
    static final String ROUTE = "node/src/main/java/dev/belfry/node/route/";
    static final String MUTATION = "core/src/main/java/dev/belfry/core/mutation/";
    static final String TIMER = "core/src/main/java/dev/belfry/core/timer/";
    static final String SCHEDULE = "core/src/main/java/dev/belfry/core/schedule/";
    static final String STORE = "core/src/main/java/dev/belfry/core/store/";

    /** One replacement in one file. */
    public record Edit(String file, String find, String replace) {}

    public static Sabotage sabotage(String name, String file, String find, String replace) {
        return new Sabotage(name, List.of(new Edit(file, find, replace)));
    }

    public Sabotage and(String file, String find, String replace) {
        var more = new ArrayList<>(edits);
        more.add(new Edit(file, find, replace));
        return new Sabotage(name, List.copyOf(more));
    }

    /** All that this one does, and the other too. */
    public Sabotage and(Sabotage other) {
        var more = new ArrayList<>(edits);
        more.addAll(other.edits);
        return new Sabotage(name, List.copyOf(more));
    }

    @Override
    public String toString() {
        return name;
    }
}
