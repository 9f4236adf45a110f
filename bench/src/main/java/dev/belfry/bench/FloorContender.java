package dev.belfry.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * What is left of a scheduler without one: Belfry's rows by raw JDBC, and a process that reads
 * those that are due, calls and deletes. It looks nothing up, fences nothing and answers nobody.
 */
record FloorContender(PostgresSchema database, ChildJvm jvm, Question pending)
        implements Contender {
    /** By an index, however many wait. */
    private static final String PENDING =
            """
            SELECT EXISTS (
                SELECT 1 FROM shards CROSS JOIN LATERAL (
                    SELECT 1 FROM timers
                    WHERE timers.shard_key = shards.shard_key
                        AND fire_at < (1000 * extract(epoch FROM now() + interval '1 day'))::bigint
                    ORDER BY fire_at, uuid LIMIT 1) AS first)
            """;

    private static final int BULK = 1_000;
    private static final Duration FAR_AHEAD = Duration.ofDays(300);

    /** Where its tables are, in a database of this URL. */
    static PostgresSchema schema(String url) {
        return new PostgresSchema(url, "public");
    }

    /** On a database that has the tables. */
    static FloorContender start(Path log, String url, String receiver) throws IOException {
        var database = schema(url);
        var jvm =
                ChildJvm.start(
                        log,
                        Bench.class.getName(),
                        FloorPipeline.COMMAND,
                        "--database",
                        url,
                        "--receiver",
                        receiver);
        return new FloorContender(database, jvm, new Question(database.url(), PENDING));
    }

    @Override
    public void use(Client client) {
        if (client != Client.OWN) {
            throw new IllegalArgumentException("the floor makes its callbacks itself");
        }
    }

    @Override
    public void schedule(Row row) throws SQLException {
        var samples = new SampleTimers(row.name());
        try (var writer = new RawWriter(database, BULK)) {
            writer.write(
                    IntStream.range(0, row.count())
                            .mapToObj(number -> samples.at(number, row.executeAt(number)))
                            .toList());
        }
    }

    /** Each client has a connection. */
    @Override
    public Created create(String name, int count, int clients, int batch) throws Exception {
        var samples = new SampleTimers(name);
        var later = Instant.now().plus(FAR_AHEAD).truncatedTo(ChronoUnit.MILLIS);
        var calls =
                IntStream.range(0, count / batch)
                        .mapToObj(
                                call ->
                                        IntStream.range(call * batch, (call + 1) * batch)
                                                .mapToObj(
                                                        it -> samples.at(it, later.plusMillis(it)))
                                                .toList())
                        .toList();
        var latencies = new long[calls.size()];
        long nanos = share(calls, clients, batch, latencies);
        Arrays.sort(latencies);
        return new Created(
                (double) calls.size() * batch * 1e9 / nanos,
                latencies[(int) Math.ceil(0.99 * latencies.length) - 1] / 1e6,
                0);
    }

    private long share(List<List<NewTimer>> calls, int clients, int batch, long[] latencies)
            throws SQLException, InterruptedException, ExecutionException {
        var next = new AtomicInteger();
        var writers = new ArrayList<RawWriter>();
        try (var threads = Executors.newFixedThreadPool(clients)) {
            for (int i = 0; i < clients; i++) {
                writers.add(new RawWriter(database, batch));
            }
            var clientsWork =
                    writers.stream()
                            .<Callable<Void>>map(
                                    writer -> () -> write(writer, calls, next, latencies))
                            .toList();
            long start = System.nanoTime();
            for (var done : threads.invokeAll(clientsWork)) {
                done.get();
            }
            return System.nanoTime() - start;
        } finally {
            for (var writer : writers) {
                writer.close();
            }
        }
    }

    private static Void write(
            RawWriter writer, List<List<NewTimer>> calls, AtomicInteger next, long[] latencies)
            throws SQLException {
        for (int i = next.getAndIncrement(); i < calls.size(); i = next.getAndIncrement()) {
            long start = System.nanoTime();
            writer.write(calls.get(i));
            latencies[i] = System.nanoTime() - start;
        }
        return null;
    }

    @Override
    public Ran ran() {
        throw new UnsupportedOperationException("callbacks are counted where they arrive");
    }

    @Override
    public boolean hasPending() throws SQLException {
        return pending.isTrue();
    }

    /** Timers are created here, in this process. */
    @Override
    public Duration cpuOfCreating() {
        return Duration.ofNanos(Usage.now().cpuNanos());
    }

    @Override
    public void close() {
        pending.close();
        jvm.close();
    }
}
