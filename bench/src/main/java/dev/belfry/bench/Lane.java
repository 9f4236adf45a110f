package dev.belfry.bench;

import dev.belfry.bench.Contender.Client;

/** A contender with one way of making callbacks: a row of the tables. */
record Lane(Entrant entrant, Client client) {
    /** How many timers it fires in a second, roughly. */
    int fires() {
        return client == Client.NONE ? entrant.pace().runs() : entrant.pace().fires();
    }

    String title() {
        return switch (client) {
            case OWN -> entrant.name();
            case JDK -> entrant.name() + ", JDK client";
            case LEAN -> entrant.name() + ", lean client";
            case NONE -> entrant.name() + ", no callback";
        };
    }
}
