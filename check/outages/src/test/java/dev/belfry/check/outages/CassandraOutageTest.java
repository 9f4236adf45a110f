package dev.belfry.check.outages;

import java.util.Random;

class CassandraOutageTest extends OutageContract {
    @Override
    FaultyDatabase database(Random random) {
        return new ReplicatedDatabase(
                "cassandra", "cassandra://%s/belfry?dc=datacenter1&replication=3", random);
    }
}
