package dev.belfry.store.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.belfry.check.contract.Changes;
import dev.belfry.check.contract.OneShard;
import dev.belfry.check.contract.SampleGroups;
import dev.belfry.check.contract.TimerRequest;
import dev.belfry.core.mutation.Create;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the server does for each command, told by itself: no scan, no sort, no second thoughts. */
@Tag("contract")
class QueryPlanTest {
    private static final TestDatabase DATABASE = TestDatabase.shared();
    private static final int TIMERS = 2_000;

    /** Of a session or a transaction, and not of the command itself. */
    private static final Set<String> AROUND =
            Set.of(
                    "lsid",
                    "txnNumber",
                    "startTransaction",
                    "autocommit",
                    "readConcern",
                    "writeConcern",
                    "$clusterTime",
                    "$db",
                    "$readPreference",
                    "maxTimeMS");

    /** A document found by its place, and the one behind it, which ends the stretch. */
    private static final int AND_THE_NEXT = 2;

    private static final Set<String> FORBIDDEN = Set.of("COLLSCAN", "SORT", "MULTI_PLAN");
    private static final List<BsonDocument> SENT = new CopyOnWriteArrayList<>();

    private static TimerStore store;
    private static OneShard shard;
    private static List<Timer> timers;

    @BeforeAll
    static void fill() {
        DATABASE.empty();
        store = listened();
        store.leases().openGroup(SampleGroups.ONE);
        store.leases().openGroup(SampleGroups.WIDE);
        shard = OneShard.claim(store);
        for (int n = 0; n < TIMERS; n += 500) {
            shard.commit(creates(n, n + 500));
        }
        timers = page(1_000);
        shard.commit(
                timers.subList(900, 1_000).stream()
                        .map(timer -> Changes.gaveUp(timer, TimerRequest.NOON))
                        .toList());
    }

    @AfterAll
    static void close() {
        store.close();
    }

    @BeforeEach
    void forget() {
        SENT.clear();
    }

    @Test
    void aPageReadsItsOwnStretchOnly() {
        page(50);

        assertPlans(51 + 100, "CLUSTERED_IXSCAN");
    }

    @Test
    void findReadsOneDocument() {
        store.timers().find(shard.id(), timers.get(7).key());

        assertPlans(1, "IXSCAN");
    }

    @Test
    void aCommitReadsItsOwnTimersOnly() {
        shard.commit(
                List.of(
                        Changes.done(timers.get(0)),
                        Changes.delete(timers.get(1).key().id()),
                        Changes.move(timers.get(2).key().id(), TimerRequest.NOON.plusSeconds(1)),
                        TimerRequest.timer("new").create()));

        assertThat(SENT).extracting(BsonDocument::getFirstKey).contains("update", "find", "delete");
        assertPlans(3, "IXSCAN", "CLUSTERED_IXSCAN");
    }

    @Test
    void aPatchInPlaceIsFoundByItsPlace() {
        shard.apply(Changes.withPayload(timers.get(10).key().id(), "2"));

        assertPlans(AND_THE_NEXT, "IXSCAN", "CLUSTERED_IXSCAN");
    }

    @Test
    void claimsReleasesAndLooksAtShardsReadShardsOnly() {
        shard.release();
        store.leases().shards(SampleGroups.ONE.id());
        shard = OneShard.claim(store);

        assertPlans(AND_THE_NEXT, "IXSCAN", "CLUSTERED_IXSCAN");
    }

    @Test
    void looksOfPeopleReadWhatTheyShow() {
        store.lists().browse(SampleGroups.ONE, PositionRange.from(Position.START), 10);
        assertPlans(10, "CLUSTERED_IXSCAN");

        SENT.clear();
        store.lists().correlated(SampleGroups.ONE, "trace-3", Position.START, 10);
        assertPlans(10, "IXSCAN");

        SENT.clear();
        store.lists().kept(SampleGroups.ONE, new KeptQuery(TimerState.FAILED, Position.END, 10));
        assertPlans(10, "IXSCAN");

        SENT.clear();
        store.lists().keptCorrelated(SampleGroups.ONE, "trace-3", Position.END, 10);
        assertPlans(10, "IXSCAN");

        SENT.clear();
        for (var state : TimerState.values()) {
            store.lists().counts(SampleGroups.ONE.shards(), state, 10);
        }
        assertPlans(11, "CLUSTERED_IXSCAN");
    }

    private static void assertPlans(int mostDocuments, String... scans) {
        var plans = SENT.stream().filter(QueryPlanTest::hasPlan).map(QueryPlanTest::plan).toList();
        assertThat(plans).isNotEmpty();
        for (var plan : plans) {
            assertThat(values(plan, "stage"))
                    .doesNotContainAnyElementsOf(FORBIDDEN)
                    .containsAnyOf(scans);
            assertThat(values(plan, "rejectedPlans")).allMatch("[]"::equals);
            assertThat(values(plan, "totalDocsExamined"))
                    .isNotEmpty()
                    .allMatch(count -> Integer.parseInt(count) <= mostDocuments);
        }
    }

    private static boolean hasPlan(BsonDocument command) {
        var name = command.getFirstKey();
        return Set.of("find", "aggregate", "update", "delete", "findAndModify").contains(name)
                && command.getString(name).getValue().equals(MongoSchema.SHARDS);
    }

    /** Of several writes in one command the server explains one. */
    private static BsonDocument plan(BsonDocument command) {
        for (var writes : List.of("deletes", "updates")) {
            if (command.containsKey(writes)) {
                command.put(writes, new BsonArray(command.getArray(writes).subList(0, 1)));
            }
        }
        var explain =
                new BsonDocument("explain", command)
                        .append("verbosity", new BsonString("executionStats"));
        return DATABASE.client()
                .getDatabase(DATABASE.name())
                .runCommand(explain, BsonDocument.class);
    }

    /** All values of a field, however deep; numbers and texts in plain. */
    private static List<String> values(BsonValue value, String field) {
        var found = new ArrayList<String>();
        if (value.isDocument()) {
            value.asDocument()
                    .forEach(
                            (name, inner) -> {
                                if (name.equals(field)) {
                                    found.add(plain(inner));
                                }
                                found.addAll(values(inner, field));
                            });
        } else if (value.isArray()) {
            value.asArray().forEach(inner -> found.addAll(values(inner, field)));
        }
        return found;
    }

    private static String plain(BsonValue value) {
        if (value.isString()) {
            return value.asString().getValue();
        }
        if (value.isNumber()) {
            return Long.toString(value.asNumber().longValue());
        }
        return value.isArray() && value.asArray().isEmpty() ? "[]" : value.toString();
    }

    private static TimerStore listened() {
        var settings =
                MongoClientSettings.builder(MongoOpening.settings(MongoUrl.parse(DATABASE.url())))
                        .addCommandListener(new Ear())
                        .build();
        return new MongoDbTimerStore(
                new MongoCalls(MongoClients.create(settings), DATABASE.name()));
    }

    /** Hears what the store asks for. */
    private static final class Ear implements CommandListener {
        @Override
        public void commandStarted(CommandStartedEvent event) {
            // It is the driver's own, and gone when this returns.
            var command = new RawBsonDocument(event.getCommand(), new BsonDocumentCodec());
            var itself = new BsonDocument();
            command.forEach(
                    (name, value) -> {
                        if (!AROUND.contains(name)) {
                            itself.append(name, value);
                        }
                    });
            SENT.add(itself);
        }
    }

    private static List<Timer> page(int rows) {
        return store.timers()
                .page(
                        shard.id(),
                        PositionRange.from(Position.START),
                        new PageLimit(rows, Long.MAX_VALUE))
                .timers();
    }

    private static List<Create> creates(int from, int until) {
        return IntStream.range(from, until)
                .mapToObj(
                        n ->
                                TimerRequest.timer("t-" + n)
                                        .at(TimerRequest.NOON.plusMillis(n))
                                        .correlatedTo("trace-" + n % 50)
                                        .create())
                .toList();
    }
}
