package dev.belfry.simulation.cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * A deliberately broken variant of Belfry: some of its source, replaced. The texts must be found in
 * the sources as they are now, so that a sabotage can not quietly become harmless.
 */
record Sabotage(String name, List<Edit> edits) {
    static final String LOOP = "engine/src/main/java/dev/belfry/engine/loop/";
    static final String MEMBERSHIP = "engine/src/main/java/dev/belfry/engine/membership/";
    static final String CALLBACK = "engine/src/main/java/dev/belfry/engine/callback/";
    static final String MUTATION = "core/src/main/java/dev/belfry/core/mutation/";
    static final String TIMER = "core/src/main/java/dev/belfry/core/timer/";
    static final String STORE = "core/src/main/java/dev/belfry/core/store/";

    /** One replacement in one file. */
    record Edit(String file, String find, String replace) {}

    static Sabotage sabotage(String name, String file, String find, String replace) {
        return new Sabotage(name, List.of(new Edit(file, find, replace)));
    }

    Sabotage and(String file, String find, String replace) {
        var more = new ArrayList<>(edits);
        more.add(new Edit(file, find, replace));
        return new Sabotage(name, List.copyOf(more));
    }

    @Override
    public String toString() {
        return name;
    }
}
