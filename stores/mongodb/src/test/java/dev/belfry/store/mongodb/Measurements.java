package dev.belfry.store.mongodb;

import dev.belfry.check.contract.Changes;
import dev.belfry.check.contract.OneShard;
import dev.belfry.check.contract.SampleGroups;
import dev.belfry.check.contract.TimerRequest;
import dev.belfry.core.mutation.Create;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Position;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * What a page, a commit and a takeover cost in one shard, before and after many of its timers have
 * fired. Run by hand: {@code Measurements URL TIMERS}; the database is emptied.
 */
final class Measurements {
    private static final int PER_COMMIT = 500;
    private static final int ROUNDS = 30;
    private static final PrintStream OUT = System.out;
    private static final PageLimit PAGE = new PageLimit(500, 8 << 20);
    private static final String PAYLOAD = '"' + "x".repeat(298) + '"';

    /** What has fired lies before what is pending, and the mark is left where it is. */
    private static final Instant EARLIER = TimerRequest.NOON.minusSeconds(3_600);

    private final TestDatabase database;
    private final TimerStore store;
    private OneShard shard;
    private int created;

    private Measurements(TestDatabase database) {
        this.database = database;
        this.store = database.emptyStore();
        store.leases().openGroup(SampleGroups.ONE);
        this.shard = OneShard.claim(store);
    }

    public static void main(String[] arguments) {
        var measurements = new Measurements(TestDatabase.at(arguments[0]));
        int timers = Integer.parseInt(arguments[1]);
        measurements.shapes();
        measurements.report("new shard");
        for (int part = 1; part <= 4; part++) {
            measurements.fire(timers / 4);
            measurements.report("after %,d fired".formatted(part * (timers / 4)));
        }
        measurements.store.close();
        System.exit(0);
    }

    private void shapes() {
        for (int size : new int[] {1, 10, 100, 500}) {
            OUT.printf(
                    "commit of %d creates: %.1f ms%n",
                    size, median(() -> shard.commit(next(size, TimerRequest.NOON))));
        }
        OUT.printf("fenced round: %.1f ms%n", median(() -> shard.commit(List.of())));
        OUT.printf(
                "find: %.1f ms%n",
                median(() -> store.timers().find(shard.id(), TimerRequest.timer("t-7").key())));
        OUT.printf("claim: %.1f ms%n", median(() -> shard = OneShard.claim(store)));
        var stats =
                database.client()
                        .getDatabase(database.name())
                        .runCommand(
                                new BsonDocument("collStats", new BsonString(MongoSchema.SHARDS))
                                        .append("scale", new BsonInt32(1)),
                                BsonDocument.class);
        long timers = stats.getNumber("count").longValue();
        OUT.printf(
                "%d documents of %d bytes; indexes of %d bytes for each%n",
                timers,
                stats.getNumber("avgObjSize").longValue(),
                stats.getNumber("totalIndexSize").longValue() / timers);
    }

    private void report(String when) {
        OUT.printf(
                "%s: page of 500 %.1f ms, claim and page %.1f ms%n",
                when,
                median(this::page),
                median(
                        () -> {
                            shard = OneShard.claim(store);
                            page();
                        }));
    }

    private void page() {
        var mark = store.leases().shards(SampleGroups.ONE.id()).getFirst().mark();
        store.timers().page(shard.id(), PositionRange.from(Position.startOf(mark)), PAGE);
    }

    private void fire(int timers) {
        long start = System.nanoTime();
        for (int n = 0; n < timers; n += PER_COMMIT) {
            var made = shard.commit(next(PER_COMMIT, EARLIER));
            shard.commit(
                    made.stream()
                            .map(decision -> Changes.done(decision.after().pending().orElseThrow()))
                            .toList());
        }
        OUT.printf(
                "%,d created and settled in %.1f s%n", timers, (System.nanoTime() - start) / 1e9);
    }

    private List<Create> next(int number, Instant since) {
        int from = created;
        created += number;
        return IntStream.range(from, created)
                .mapToObj(
                        n ->
                                TimerRequest.timer("t-" + n)
                                        .at(since.plusMillis(n))
                                        .payload(PAYLOAD)
                                        .create())
                .toList();
    }

    private static double median(Runnable call) {
        var times = new long[ROUNDS];
        for (int n = 0; n < ROUNDS; n++) {
            long start = System.nanoTime();
            call.run();
            times[n] = System.nanoTime() - start;
        }
        return IntStream.range(0, ROUNDS)
                        .mapToLong(n -> times[n])
                        .sorted()
                        .skip(ROUNDS / 2)
                        .findFirst()
                        .orElseThrow()
                / 1e6;
    }
}
