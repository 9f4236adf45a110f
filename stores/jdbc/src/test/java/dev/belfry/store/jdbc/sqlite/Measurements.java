package dev.belfry.store.jdbc.sqlite;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Settle;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Commits through the store beside the same rows through plain JDBC, on the same settings. To be
 * started by hand with a folder to work in; the figures are in docs/decisions.
 */
public final class Measurements {
    private static final Group GROUP = Group.of("default", Group.SMALL);
    private static final Instant BASE = Instant.parse("2030-01-01T00:00:00Z");

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final SplittableRandom random = new SplittableRandom(7);
    private final TimerStore store;
    private final Map<ShardId, Lease> leases = new LinkedHashMap<>();
    private long count;

    private Measurements(TimerStore store) {
        this.store = store;
    }

    public static void main(String[] args) throws Exception {
        var folder = Files.createTempDirectory(Path.of(args[0]), "belfry-measure");
        for (int i = 0; i < 5; i++) {
            long opening = System.nanoTime();
            new SqliteStoreProvider().open("sqlite:" + folder.resolve("open" + i % 3)).close();
            System.out.printf("open and close: %d ms%n", (System.nanoTime() - opening) / 1_000_000);
        }
        try (var store = new SqliteStoreProvider().open("sqlite:" + folder.resolve("belfry.db"))) {
            var measurements = new Measurements(store);
            measurements.claim();
            for (int round = 0; round < 5; round++) {
                measurements.creates(1, 3_000);
                measurements.creates(1_000, 100);
                measurements.settle(1_000, 50);
                raw(folder.resolve("raw.db"), 1, 3_000);
                raw(folder.resolve("raw.db"), 1_000, 100);
            }
        }
    }

    private void claim() {
        store.leases().openGroup(GROUP);
        for (var row : store.leases().shards(GROUP.id())) {
            var claim = Claim.of(row, new Incarnation(new NodeId("n"), 1), 7);
            store.leases().claim(List.of(claim));
            leases.put(row.shard(), claim.lease());
        }
    }

    private Create create() {
        var id = "order-reminder-" + count++;
        var key = new TimerKey(GROUP.id(), id);
        var at = BASE.plusMillis(random.nextLong(86_400_000));
        var spec =
                new TimerSpec(
                        at,
                        CallbackTarget.of("http://receiver.example.com:8080/hooks/timer"),
                        Payload.wrap(new byte[300]),
                        RetryPolicy.DEFAULT,
                        Optional.empty(),
                        new Digest(1, count));
        return new Create(key, TimerUuid.of(key), spec, new Stamp(new Revision(count), BASE));
    }

    private void commit(List<? extends Mutation> mutations) {
        var parts = new LinkedHashMap<ShardId, List<Mutation>>();
        for (var mutation : mutations) {
            parts.computeIfAbsent(GROUP.shardOf(mutation.key()), _ -> new ArrayList<>())
                    .add(mutation);
        }
        store.timers()
                .commit(
                        parts.entrySet().stream()
                                .map(
                                        part ->
                                                new ShardCommit(
                                                        leases.get(part.getKey()),
                                                        1,
                                                        Instants.EARLIEST,
                                                        false,
                                                        part.getValue()))
                                .toList());
    }

    private void creates(int batch, int times) {
        var batches = new ArrayList<List<Create>>();
        for (int i = 0; i < times; i++) {
            var creates = new ArrayList<Create>();
            for (int j = 0; j < batch; j++) {
                creates.add(create());
            }
            batches.add(creates);
        }
        var start = Start.now();
        batches.forEach(this::commit);
        report("store: commits of " + batch + " creates", start, times, batch);
    }

    private void settle(int batch, int times) {
        var limit = new PageLimit(batch * times / GROUP.shardCount(), Long.MAX_VALUE);
        var due = new ArrayList<Settle>();
        var start = Start.now();
        for (var shard : leases.keySet()) {
            for (var timer :
                    store.timers()
                            .page(shard, PositionRange.from(Position.START), limit)
                            .timers()) {
                due.add(new Settle(timer, Entry.absent()));
            }
        }
        report("store: pages", start, due.size(), 1);
        start = Start.now();
        for (int i = 0; i + batch <= due.size(); i += batch) {
            commit(due.subList(i, i + batch));
        }
        report("store: commits of " + batch + " settles", start, due.size() / batch, batch);
    }

    private static void raw(Path file, int batch, int times) throws Exception {
        if (!Files.exists(file)) {
            new SqliteStoreProvider().open("sqlite:" + file).close();
        }
        var random = new SplittableRandom(Files.size(file));
        try (var writer = new SqliteSettings(file).writer();
                var begin = writer.prepareStatement("BEGIN IMMEDIATE");
                var commit = writer.prepareStatement("COMMIT");
                var log = new WriteAheadLog(writer);
                var insert =
                        writer.prepareStatement(
                                "INSERT INTO timers VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)")) {
            var start = Start.now();
            for (int i = 0; i < times; i++) {
                begin.execute();
                for (int j = 0; j < batch; j++) {
                    bindRaw(insert, random, i * batch + j);
                    insert.addBatch();
                }
                insert.executeBatch();
                commit.execute();
                log.checkpointIfLong();
            }
            report("raw JDBC: commits of " + batch + " inserts", start, times, batch);
        }
    }

    private static void bindRaw(PreparedStatement insert, SplittableRandom random, int id)
            throws SQLException {
        var uuid = new byte[16];
        random.nextBytes(uuid);
        long at = BASE.toEpochMilli() + random.nextLong(86_400_000);
        int i = 0;
        insert.setLong(++i, 1 + random.nextInt(16));
        insert.setLong(++i, at);
        insert.setBytes(++i, uuid);
        insert.setLong(++i, id);
        insert.setLong(++i, id);
        insert.setLong(++i, 0);
        insert.setString(++i, "order-reminder-" + id);
        insert.setLong(++i, at);
        insert.setString(++i, "http://receiver.example.com:8080/hooks/timer");
        insert.setLong(++i, 30_000);
        insert.setNull(++i, Types.VARCHAR);
        insert.setString(++i, "4;1d;30s;2.0;10m");
        insert.setNull(++i, Types.VARCHAR);
        insert.setBytes(++i, uuid);
        insert.setNull(++i, Types.VARCHAR);
        insert.setLong(++i, at);
        insert.setLong(++i, at);
        insert.setBytes(++i, new byte[300]);
    }

    /** Wall time, and the thread's own, which other work on the machine hardly changes. */
    private record Start(long wall, long cpu) {
        static Start now() {
            return new Start(System.nanoTime(), THREADS.getCurrentThreadCpuTime());
        }
    }

    private static void report(String what, Start start, int times, int batch) {
        var end = Start.now();
        double micros = (end.wall() - start.wall()) / 1_000.0;
        double cpu = (end.cpu() - start.cpu()) / 1_000.0;
        System.out.printf(
                "%-40s %8.0f us each, %8.0f us of CPU, %8.0f rows/s%n",
                what, micros / times, cpu / times, times * (long) batch / micros * 1e6);
    }
}
