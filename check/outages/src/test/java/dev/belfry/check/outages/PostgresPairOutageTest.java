package dev.belfry.check.outages;

import java.util.Random;

class PostgresPairOutageTest extends OutageContract {
    @Override
    FaultyDatabase database(Random random) {
        return new PairedDatabase();
    }
}
