package dev.belfry.check.chaos;

import java.util.Arrays;
import java.util.Locale;

/** One thing that must be shown, again and again, instead of all troubles there are. */
enum Scenario {
    /** kill -9 of one node under load. */
    TAKEOVER,
    /** SIGTERM of one node under load. */
    LEAVE,
    /** No node reaches another for a minute; all reach the database. */
    NODES_CUT,
    /** One node is cut from the database for a while. */
    DATABASE_CUT,
    /** SIGSTOP of one node inside its database transaction. */
    STALLED_TRANSACTION;

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Scenario named(String label) {
        return Arrays.stream(values())
                .filter(it -> it.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(ChaosOptions.usage()));
    }
}
