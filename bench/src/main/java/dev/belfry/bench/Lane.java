package dev.belfry.bench;

import dev.belfry.bench.Contender.Client;

/** A contender with one way of making callbacks: a row of the tables. */
record Lane(String contender, Client client) {
    String title() {
        return switch (client) {
            case OWN -> contender;
            case JDK -> contender + ", JDK client";
            case LEAN -> contender + ", lean client";
            case NONE -> contender + ", no callback";
        };
    }
}
