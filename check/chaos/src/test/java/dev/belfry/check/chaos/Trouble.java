package dev.belfry.check.chaos;

import dev.belfry.check.history.FaultKind;
import java.time.Duration;
import java.util.Locale;

/** What can be done to a cluster of processes. */
enum Trouble {
    /** kill -9, and back at once. */
    KILL(FaultKind.CRASH),
    /** kill -9, and back when the others have its shards. */
    KILL_AND_STAY_AWAY(FaultKind.CRASH),
    /** SIGSTOP for longer than every timeout, then SIGCONT. */
    STALL(FaultKind.STALL),
    /** No node reaches another; all reach the database. */
    NODES_CUT(FaultKind.NETWORK),
    /** Two nodes do not reach each other; the others reach both. */
    PAIR_CUT(FaultKind.NETWORK),
    /** Nobody reaches one node, which reaches the others. */
    NODE_UNHEARD(FaultKind.NETWORK),
    /** Requests reach a node, its answers reach nobody. */
    NODE_ONE_WAY(FaultKind.NETWORK),
    /** What nodes say to each other is late. */
    NODES_SLOW(FaultKind.NETWORK),
    /** One node is refused by the database. */
    DATABASE_CUT(FaultKind.STORE_OUTAGE),
    /** What one node sends to the database arrives, and answers do not. */
    DATABASE_ONE_WAY(FaultKind.STORE_OUTAGE),
    /** The way of one node to the database is slow. */
    DATABASE_SLOW(FaultKind.STORE_OUTAGE),
    DATABASE_RESTART(FaultKind.STORE_OUTAGE),
    /** The wall clock of one node jumps by seconds, and back. */
    CLOCK_STEP(FaultKind.CLOCK_STEP),
    /** SIGTERM and a new start, one node after the other. */
    ROLLING_RESTART(FaultKind.ORDERLY_MOVE);

    private final FaultKind kind;

    Trouble(FaultKind kind) {
        this.kind = kind;
    }

    FaultKind kind() {
        return kind;
    }

    /** For so long callbacks of an owner arrive that it had started, or still might start. */
    Duration lastWords() {
        return this == DATABASE_CUT ? Duration.ofMillis(2_200) : Duration.ofMillis(700);
    }

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
