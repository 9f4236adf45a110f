package dev.belfry.system;

import java.io.IOException;
import java.util.Random;

/** DynamoDB Local keeps all in memory, so that only the way to it fails. */
class DynamoDbOutageTest extends OutageContract {
    @Override
    FaultyDatabase database(Random random) throws IOException {
        return new ProxiedDatabase("dynamodb", ProxiedDatabase.OF_THE_WAY, random);
    }
}
