package dev.belfry.store.mongodb;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClients;
import dev.belfry.core.store.StoreException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From a URL to a database that is ready: connected, checked, with its schema. */
final class MongoOpening {
    /** How long a write waits for its copies before its outcome is unknown. */
    private static final Duration LONGEST_REPLICATION = Duration.ofSeconds(3);

    static final WriteConcern WRITES =
            WriteConcern.MAJORITY
                    .withJournal(true)
                    .withWTimeout(LONGEST_REPLICATION.toMillis(), TimeUnit.MILLISECONDS);

    private static final Duration SELECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    /** Longer than anything that a server is asked for may take. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration BETWEEN_HEARTBEATS = Duration.ofSeconds(2);

    /**
     * How soon a server whose connection broke is asked whether it is still there; nothing is sent
     * to it before. The driver's half second, twice, is most of what a transaction has to live.
     */
    private static final Duration BEFORE_ASKING_AGAIN = Duration.ofMillis(100);

    private static final int CONNECTIONS = 2 * MongoCalls.PARALLEL.atOnce();

    /** MongoDB 7.0 in the numbers of its protocol. */
    private static final int OLDEST = 21;

    /** By then an owner that was stopped inside a transaction has been taken for dead. */
    private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(3);

    private static final Logger LOG = LoggerFactory.getLogger(MongoOpening.class);

    private MongoOpening() {}

    static MongoCalls open(MongoUrl url) {
        var database = new MongoCalls(MongoClients.create(settings(url)), url.database());
        try {
            requireUsable(database.hello());
            warnOfLongTransactions(database);
            new MongoSchema(database).prepare();
            return database;
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /**
     * The driver repeats reads only. A write without an answer is the caller's to resolve; the
     * commit of a transaction is the exception, which the driver repeats whatever it is told, and
     * which a server applies once.
     */
    static MongoClientSettings settings(MongoUrl url) {
        return MongoClientSettings.builder()
                .applicationName("belfry")
                .applyConnectionString(url.connection())
                .applyToClusterSettings(
                        it ->
                                it.serverSelectionTimeout(
                                        SELECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS))
                .applyToServerSettings(
                        it ->
                                it.heartbeatFrequency(
                                                BETWEEN_HEARTBEATS.toMillis(),
                                                TimeUnit.MILLISECONDS)
                                        .minHeartbeatFrequency(
                                                BEFORE_ASKING_AGAIN.toMillis(),
                                                TimeUnit.MILLISECONDS))
                .applyToSocketSettings(
                        it ->
                                it.connectTimeout(CONNECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                                        .readTimeout(
                                                ANSWER_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS))
                .applyToConnectionPoolSettings(
                        it ->
                                it.maxSize(CONNECTIONS)
                                        .maxWaitTime(
                                                SELECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS))
                .readPreference(ReadPreference.primary())
                .readConcern(ReadConcern.MAJORITY)
                .writeConcern(WRITES)
                .retryReads(true)
                .retryWrites(false)
                .maxAdaptiveRetries(0)
                .build();
    }

    /** A mongos of a sharded cluster says isdbgrid, a member of a replica set the set's name. */
    static void requireUsable(BsonDocument hello) {
        boolean isRouter = new BsonString("isdbgrid").equals(hello.get("msg"));
        if (!isRouter && !hello.containsKey("setName")) {
            throw new StoreException.Rejected(
                    "the server is no member of a replica set, and only those have transactions: start mongod with --replSet and initiate the set; one member is enough to try");
        }
        if (hello.getInt32("maxWireVersion").getValue() < OLDEST) {
            throw new StoreException.Rejected("the server is older than MongoDB 7.0");
        }
    }

    /**
     * Not every user may ask, and a mongos does not know; the servers can be right all the same.
     */
    private static void warnOfLongTransactions(MongoCalls database) {
        var question =
                new BsonDocument("getParameter", new BsonInt32(1))
                        .append("transactionLifetimeLimitSeconds", new BsonInt32(1));
        try {
            var seconds =
                    database.inSession(
                                    session ->
                                            database.admin()
                                                    .runCommand(
                                                            session, question, BsonDocument.class))
                            .getNumber("transactionLifetimeLimitSeconds")
                            .longValue();
            if (seconds > LONGEST_TRANSACTION.toSeconds()) {
                LOG.atWarn()
                        .addKeyValue("transactionLifetimeLimitSeconds", seconds)
                        .log(
                                "a node that dies inside a commit can hold its shard for as long as this: set it to 2");
            }
        } catch (MongoException e) {
            LOG.atInfo()
                    .addKeyValue("answer", e.getMessage())
                    .log("transactionLifetimeLimitSeconds can not be seen; it should be 2");
        }
    }
}
