package dev.belfry.system;

import java.io.IOException;
import java.util.Random;

class MongoDbOutageTest extends OutageContract {
    @Override
    FaultyDatabase database(Random random) throws IOException {
        return new ProxiedDatabase("mongodb", ProxiedDatabase.OF_A_SERVER, random);
    }
}
