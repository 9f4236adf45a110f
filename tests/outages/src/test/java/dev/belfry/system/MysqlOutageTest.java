package dev.belfry.system;

import java.io.IOException;
import java.util.Random;

class MysqlOutageTest extends OutageContract {
    @Override
    FaultyDatabase database(Random random) throws IOException {
        return new ProxiedDatabase("mysql", ProxiedDatabase.OF_A_SERVER, random);
    }
}
