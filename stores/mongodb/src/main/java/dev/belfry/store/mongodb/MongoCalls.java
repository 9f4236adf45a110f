package dev.belfry.store.mongodb;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.ClientSession;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.belfry.core.store.Parallel;
import dev.belfry.core.store.StoreException;
import dev.belfry.store.common.RetryPatience;
import dev.belfry.store.common.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.bson.BSONException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.conversions.Bson;

/**
 * The collections of a store, and its calls to the server. Every call is causally after all that
 * this store was answered before: a member that was deposed without knowing it can not answer from
 * its past. Thread-safe.
 */
final class MongoCalls implements AutoCloseable {
    /** Of anything that a server is asked for; it answers most within milliseconds. */
    static final Duration LONGEST_READ = Duration.ofSeconds(3);

    /**
     * About as long as a node may be silent anyway before its shards are taken, and longer than a
     * transaction of a stopped owner lives on a server that is set as Belfry asks.
     */
    private static final RetryPatience.Waits WAITS =
            new RetryPatience.Waits(
                    Duration.ofMillis(4), Duration.ofMillis(200), Duration.ofSeconds(4));

    /** Calls to one shard each. */
    static final Parallel PARALLEL = new Parallel(32);

    private static final ClientSessionOptions CAUSAL =
            ClientSessionOptions.builder().causallyConsistent(true).build();
    private static final Bson HELLO = new BsonDocument("hello", new BsonInt32(1));

    private final MongoClient client;
    private final MongoDatabase database;
    private final Horizon horizon = new Horizon();

    /** Held for reading by each call, so that closing waits for them. */
    private final ReadWriteLock calls = new ReentrantReadWriteLock();

    private boolean closed;

    /** The client is the store's own from now on. */
    MongoCalls(MongoClient client, String name) {
        this.client = client;
        this.database = client.getDatabase(name);
    }

    /** For what servers are asked about themselves. */
    MongoDatabase admin() {
        return client.getDatabase("admin");
    }

    MongoDatabase database() {
        return database;
    }

    /** Everything of the shards: the shards themselves, their pending and their kept timers. */
    MongoCollection<BsonDocument> shards() {
        return collection(MongoSchema.SHARDS);
    }

    MongoCollection<BsonDocument> collection(String name) {
        return database.getCollection(name, BsonDocument.class);
    }

    /** A call that writes nothing. */
    <T> T read(Function<ClientSession, T> call) {
        try {
            return inSession(call);
        } catch (MongoException | BSONException e) {
            throw MongoErrors.ofRead(e);
        }
    }

    /** All documents that a query finds. */
    List<BsonDocument> list(
            MongoCollection<BsonDocument> collection,
            Bson filter,
            Function<FindIterable<BsonDocument>, FindIterable<BsonDocument>> how) {
        return read(
                session ->
                        how.apply(
                                        collection
                                                .find(session, filter)
                                                .maxTime(
                                                        LONGEST_READ.toMillis(),
                                                        TimeUnit.MILLISECONDS))
                                .into(new ArrayList<>()));
    }

    /** A single write, sent once. */
    <T> T write(Function<ClientSession, T> call) {
        try {
            return inSession(call);
        } catch (MongoException | BSONException e) {
            throw MongoErrors.ofWrite(e);
        }
    }

    /** A call whose failures the caller understands. */
    <T> T inSession(Function<ClientSession, T> call) {
        calls.readLock().lock();
        try {
            requireOpen();
            try (var session = client.startSession(CAUSAL)) {
                horizon.show(session);
                var result = call.apply(session);
                horizon.learn(session);
                return result;
            }
        } finally {
            calls.readLock().unlock();
        }
    }

    /** What the primary says of itself. */
    BsonDocument hello() {
        return read(
                session ->
                        database.runCommand(
                                session, HELLO, ReadPreference.primary(), BsonDocument.class));
    }

    /** The clock of the primary. */
    Instant clock() {
        return TimerDocuments.instant(hello(), "localTime");
    }

    private void requireOpen() {
        if (closed) {
            throw new StoreException.Unavailable("the store is closed");
        }
    }

    /** Waits for calls under way. */
    @Override
    public void close() {
        calls.writeLock().lock();
        try {
            closed = true;
            client.close();
        } finally {
            calls.writeLock().unlock();
        }
    }

    /** For a call that is about to be tried. */
    static RetryPatience patience() {
        return new RetryPatience(Ticker.SYSTEM, WAITS);
    }
}
