package dev.belfry.store.dynamodb;

import dev.belfry.check.contract.TimerStoreContract;
import dev.belfry.core.store.TimerStore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** The server computes on the same machine, so that a busy one needs more time than a test has. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DynamoDbTimerStoreTest implements TimerStoreContract {
    private final TestTable table = new TestTable();

    @Override
    public TimerStore open() {
        return table.open();
    }

    @Override
    public TimerStore reopen(TimerStore closed) {
        return table.open();
    }

    @Override
    public TimerStore another(TimerStore open) {
        return table.open();
    }

    @Override
    public boolean removesExpiredByItself() {
        return true;
    }

    /** DynamoDB Local does everything one row after the other. */
    @Override
    public int manyRows() {
        return TestServer.isLocal() ? 5_000 : 100_000;
    }

    @AfterEach
    void drop() {
        table.close();
    }
}
