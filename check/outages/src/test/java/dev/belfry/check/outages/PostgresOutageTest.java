package dev.belfry.check.outages;

import java.io.IOException;
import java.util.Random;

class PostgresOutageTest extends OutageContract {
    @Override
    FaultyDatabase database(Random random) throws IOException {
        return new ProxiedDatabase("postgres", ProxiedDatabase.OF_A_SERVER, random);
    }
}
