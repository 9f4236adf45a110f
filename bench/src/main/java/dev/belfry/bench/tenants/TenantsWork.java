package dev.belfry.bench.tenants;

import java.time.Duration;

/** What is measured of groups that share servers, on one database. */
public sealed interface TenantsWork
        permits BulkWork, GroupsWork, HangingWork, NeighbourWork, RateWork {
    /** Of a server that is warmed up: a guess. */
    Duration STARTING = Duration.ofSeconds(15);

    String title();

    /** The name of the database in tables. */
    default String row() {
        return stage().contender().name();
    }

    TenantsStage stage();

    /** How long it should take on a quiet machine: a guess. */
    Duration planned();

    void run() throws Exception;
}
