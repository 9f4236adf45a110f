package dev.belfry.check.outages;

import java.io.IOException;
import java.util.Random;

/** No part of {@code make test}, where {@link PostgresOutageTest} stands for the SQL family. */
class MysqlOutageSuite extends OutageContract {
    @Override
    FaultyDatabase database(Random random) throws IOException {
        return new ProxiedDatabase("mysql", ProxiedDatabase.OF_A_SERVER, random);
    }
}
