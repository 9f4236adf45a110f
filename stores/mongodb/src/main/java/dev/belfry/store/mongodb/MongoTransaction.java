package dev.belfry.store.mongodb;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.client.ClientSession;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.bson.BSONException;

/**
 * Reads and writes on one snapshot that happen together or not at all. Confined to a call.
 *
 * <p>A transaction of which no commit was sent has changed nothing and may be begun anew. Once a
 * commit was sent, only that commit is sent again: the server knows it by its session and number
 * and applies it once. What it answers but success leaves the outcome open.
 */
final class MongoTransaction<T> {
    private static final TransactionOptions OPTIONS =
            TransactionOptions.builder()
                    .readPreference(ReadPreference.primary())
                    .readConcern(ReadConcern.SNAPSHOT)
                    .writeConcern(MongoOpening.WRITES)
                    .maxCommitTime(MongoCalls.LONGEST_READ.toMillis(), TimeUnit.MILLISECONDS)
                    .build();

    private final MongoCalls database;
    private final Function<ClientSession, T> work;

    /**
     * @param work may abort the transaction; else it is committed
     */
    MongoTransaction(MongoCalls database, Function<ClientSession, T> work) {
        this.database = database;
        this.work = work;
    }

    T run() {
        var patience = MongoCalls.patience();
        while (true) {
            try {
                return database.inSession(this::tryOnce);
            } catch (MongoException e) {
                if (!MongoErrors.isTransient(e) || !patience.waits()) {
                    throw MongoErrors.ofUncommitted(e);
                }
            } catch (BSONException e) {
                throw MongoErrors.ofUncommitted(e);
            }
        }
    }

    /** What fails before the end is undone when the session is closed. */
    private T tryOnce(ClientSession session) {
        session.startTransaction(OPTIONS);
        var result = work.apply(session);
        if (session.hasActiveTransaction()) {
            end(session);
        }
        return result;
    }

    private static void end(ClientSession session) {
        var patience = MongoCalls.patience();
        while (true) {
            try {
                session.commitTransaction();
                return;
            } catch (MongoException e) {
                if (!MongoErrors.isInDoubt(e) || !patience.waits()) {
                    throw MongoErrors.unknown(e);
                }
            }
        }
    }
}
