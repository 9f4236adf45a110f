package dev.belfry.store.mongodb;

import com.mongodb.client.ClientSession;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonTimestamp;

/** The latest time of the servers' history that this store was told of. Thread-safe. */
final class Horizon {
    /** In the order of the servers' own times; zero when there is none yet. */
    private final AtomicLong latest = new AtomicLong();

    /** What the session asks for from now on is answered from this time or later. */
    void show(ClientSession session) {
        long time = latest.get();
        if (time != 0) {
            session.advanceOperationTime(new BsonTimestamp(time));
        }
    }

    void learn(ClientSession session) {
        var time = session.getOperationTime();
        if (time != null) {
            latest.accumulateAndGet(
                    time.getValue(), (a, b) -> Long.compareUnsigned(a, b) < 0 ? b : a);
        }
    }
}
