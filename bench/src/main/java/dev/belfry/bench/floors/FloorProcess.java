package dev.belfry.bench.floors;

import com.sun.management.OperatingSystemMXBean;
import dev.belfry.bench.harness.ChildJvm;
import dev.belfry.bench.harness.Contender.Launch;
import dev.belfry.bench.harness.Contender.Launcher;
import dev.belfry.bench.harness.ContenderProcess;
import dev.belfry.bench.harness.LoadResult;
import dev.belfry.bench.harness.PendingQuery;
import dev.belfry.bench.harness.SampleTimer;
import dev.belfry.bench.harness.SampleTimers;
import dev.belfry.bench.harness.ThreadLoad;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * What is left of a scheduler without one: Belfry's rows by raw JDBC, and a process that reads
 * those that are due, calls and deletes. It looks nothing up, fences nothing and answers nobody.
 */
public record FloorProcess(PostgresTables tables, ChildJvm jvm, PendingQuery pending)
        implements ContenderProcess {
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

    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final int BULK = 1_000;

    /** Nobody else makes its tables. */
    public static final Launcher LAUNCHER =
            new Launcher() {
                @Override
                public FloorProcess start(Launch launch) throws IOException {
                    return FloorProcess.start(launch);
                }

                @Override
                public void prepare(String url) {
                    new PostgresTables(url).create();
                }
            };

    private static FloorProcess start(Launch launch) throws IOException {
        var jvm =
                ChildJvm.start(
                        launch.log(),
                        List.of(),
                        FloorPipeline.class.getName(),
                        launch.url(),
                        launch.receiver());
        return new FloorProcess(
                new PostgresTables(launch.url()), jvm, new PendingQuery(launch.url(), PENDING));
    }

    @Override
    public void schedule(Row row) throws SQLException {
        try (var writer = RawWriter.on(tables, BULK)) {
            writer.write(timers(row.name(), 0, row.count(), row::executeAt));
        }
    }

    private static List<SampleTimer> timers(
            String name, int from, int count, IntFunction<Instant> at) {
        var samples = new SampleTimers(name);
        return IntStream.range(from, from + count)
                .mapToObj(it -> samples.at(it, at.apply(it)))
                .toList();
    }

    /** Each client has a connection. */
    @Override
    public LoadResult create(String name, int count, int clients, int batch) throws Exception {
        var later = ContenderProcess.farAhead();
        var calls =
                IntStream.range(0, count / batch)
                        .mapToObj(it -> timers(name, it * batch, batch, later::plusMillis))
                        .toList();
        var writers = new ArrayList<RawWriter>();
        try {
            for (int i = 0; i < clients; i++) {
                writers.add(RawWriter.on(tables, batch));
            }
            var callers =
                    writers.stream()
                            .<ThreadLoad.Client>map(it -> call -> it.write(calls.get(call)))
                            .toList();
            return ThreadLoad.run(callers, calls.size(), batch);
        } finally {
            for (var writer : writers) {
                writer.close();
            }
        }
    }

    @Override
    public boolean hasPending() throws SQLException {
        return pending.isTrue();
    }

    @Override
    public List<ChildJvm> jvms() {
        return List.of(jvm);
    }

    /** Timers are created here, in this process. */
    @Override
    public Duration cpuOfCreating() {
        return Duration.ofNanos(PROCESS.getProcessCpuTime());
    }

    @Override
    public void close() {
        pending.close();
        jvm.close();
    }
}
