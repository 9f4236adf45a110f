package dev.belfry.check.outages;

import java.util.Random;

class MongoDbClusterOutageTest extends OutageContract {
    @Override
    FaultyDatabase database(Random random) {
        return new ReplicatedDatabase("mongodb", "mongodb://%s/belfry?replicaSet=belfry3", random);
    }
}
