package dev.belfry.check.outages;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;

/** DynamoDB Local keeps all in memory, so that only the way to it fails. */
class DynamoDbOutageTest extends OutageContract {
    /** For the look at what is left in the end; the server has them from its environment. */
    @BeforeAll
    static void useAnyCredentials() {
        System.setProperty("aws.accessKeyId", "test");
        System.setProperty("aws.secretAccessKey", "test");
    }

    @Override
    FaultyDatabase database(Random random) throws IOException {
        return new ProxiedDatabase("dynamodb", ProxiedDatabase.OF_THE_WAY, random);
    }
}
