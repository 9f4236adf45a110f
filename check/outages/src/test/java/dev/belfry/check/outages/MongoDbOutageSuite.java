package dev.belfry.check.outages;

import java.io.IOException;
import java.util.Random;

/** No part of {@code make test}, where {@link MongoDbClusterOutageTest} stands for MongoDB. */
class MongoDbOutageSuite extends OutageContract {
    @Override
    FaultyDatabase database(Random random) throws IOException {
        return new ProxiedDatabase("mongodb", ProxiedDatabase.OF_A_SERVER, random);
    }
}
