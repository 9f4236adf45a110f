package dev.belfry.store.cassandra;

import dev.belfry.check.contract.Changes;
import dev.belfry.check.contract.OneShard;
import dev.belfry.check.contract.SampleGroups;
import dev.belfry.check.contract.TimerRequest;
import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Decision;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a page, a commit and a takeover cost in one shard, before and after very many of its timers
 * have fired. Run by hand: {@code Measurements URL TIMERS COMPACTION}; the keyspace is emptied.
 */
final class Measurements {
    private static final int PER_COMMIT = 500;
    private static final int ROUNDS = 30;
    private static final PrintStream OUT = System.out;
    private static final PageLimit PAGE = new PageLimit(1_000, 8 << 20);

    private final Keyspace keyspace;
    private final Wiretap wiretap;
    private final CassandraTimerStore tapped;
    private final CassandraTimerStore store;
    private OneShard shard;
    private int created;

    private Measurements(Keyspace keyspace) {
        this.keyspace = keyspace;
        this.wiretap = new Wiretap(keyspace.session());
        this.tapped = wiretap.store();
        this.store = keyspace.emptyStore();
        store.leases().openGroup(SampleGroups.ONE);
        this.shard = OneShard.claim(store);
    }

    public static void main(String[] arguments) {
        var measurements = new Measurements(Keyspace.at(arguments[0]));
        int timers = Integer.parseInt(arguments[1]);
        measurements.compact(arguments[2]);
        measurements.shapes();
        measurements.report("new shard");
        for (int part = 1; part <= 4; part++) {
            measurements.fire(timers / 4);
            measurements.report("after %,d fired".formatted(part * (timers / 4)));
        }
        measurements.withoutTheMark();
        System.exit(0);
    }

    private void compact(String strategy) {
        keyspace.session().execute("ALTER TABLE shards WITH compaction = " + strategy);
    }

    /** A commit by its size, and what a GET costs. */
    private void shapes() {
        for (int size : new int[] {1, 10, 100, 500}) {
            time("commit of %d creates".formatted(size), () -> create(size));
        }
        var key = TimerRequest.timer("t-1").key();
        time("find", () -> store.timers().find(shard.id(), key));
        time("fenced round", () -> shard.commit(List.of()));
        time("members", () -> store.nodes().members());
        settle(
                store.timers()
                        .page(
                                shard.id(),
                                PositionRange.from(Position.START),
                                new PageLimit(100_000, 1 << 30))
                        .timers());
        raiseMark();
    }

    private void raiseMark() {
        shard.mark(TimerRequest.NOON.plusMillis(created));
        shard.storeMark();
    }

    private void settle(List<Timer> timers) {
        for (int from = 0; from < timers.size(); from += PER_COMMIT) {
            var some = timers.subList(from, Math.min(timers.size(), from + PER_COMMIT));
            shard.commit(some.stream().map(timer -> Changes.done(timer)).toList());
        }
    }

    /** Timers come and go in order, and the mark follows, as in a running engine. */
    private void fire(int count) {
        long start = System.nanoTime();
        for (int from = 0; from < count; from += PER_COMMIT) {
            var decisions = create(PER_COMMIT);
            settle(
                    decisions.stream()
                            .map(decision -> decision.after().pending().orElseThrow())
                            .toList());
            raiseMark();
        }
        OUT.printf(
                "created and settled %,d in %,d ms%n",
                count, (System.nanoTime() - start) / 1_000_000);
    }

    private List<Decision> create(int count) {
        var creates =
                IntStream.range(created, created + count).mapToObj(Measurements::nth).toList();
        created += count;
        return shard.commit(creates);
    }

    private static Create nth(int n) {
        return TimerRequest.timer("t-" + n)
                .at(TimerRequest.NOON.plusMillis(n))
                .payload("\"" + "p".repeat(300) + "\"")
                .create();
    }

    private void report(String when) {
        OUT.println("== " + when);
        var later = create(500).stream().map(d -> d.after().pending().orElseThrow()).toList();
        time(
                "page of 500 from the mark",
                () -> store.timers().page(shard.id(), fromTheMark(), PAGE));
        time(
                "commit of 1 create and its end",
                () ->
                        settle(
                                create(1).stream()
                                        .map(d -> d.after().pending().orElseThrow())
                                        .toList()));
        time(
                "next owner: claim and first page",
                () -> {
                    shard = OneShard.claim(store);
                    store.timers().page(shard.id(), fromTheMark(), PAGE);
                });
        OUT.printf(
                "tombstones scanned: page %d, commit %d, next owner %d%n",
                wiretap.tombstonesScannedBy(
                        () -> tapped.timers().page(shard.id(), fromTheMark(), PAGE)),
                wiretap.tombstonesScannedBy(
                        () ->
                                OneShard.claim(tapped)
                                        .apply(TimerRequest.timer("x" + created).create())),
                wiretap.tombstonesScannedBy(
                        () ->
                                tapped.timers()
                                        .page(OneShard.claim(tapped).id(), fromTheMark(), PAGE)));
        shard = OneShard.claim(store);
        settle(later);
    }

    private PositionRange fromTheMark() {
        return PositionRange.from(
                Position.startOf(store.leases().shards(SampleGroups.ONE.id()).getFirst().mark()));
    }

    /** What it would be without the mark: from the start, over everything that has fired. */
    private void withoutTheMark() {
        try {
            time(
                    "page from the start of the shard",
                    () ->
                            store.timers()
                                    .page(shard.id(), PositionRange.from(Position.START), PAGE));
        } catch (StoreException e) {
            OUT.println("page from the start of the shard: " + e.getMessage());
        }
    }

    private static void time(String what, Runnable action) {
        var millis =
                IntStream.range(0, ROUNDS)
                        .mapToDouble(
                                _ -> {
                                    long start = System.nanoTime();
                                    action.run();
                                    return (System.nanoTime() - start) / 1e6;
                                })
                        .sorted()
                        .toArray();
        OUT.printf(
                "%-40s median %8.2f ms, 9 of 10 %8.2f ms%n",
                what, millis[ROUNDS / 2], millis[ROUNDS * 9 / 10]);
    }
}
