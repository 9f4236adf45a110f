package dev.belfry.bench.tenants;

import dev.belfry.bench.harness.ChildJvm;
import dev.belfry.bench.harness.MemoryWorkload;
import dev.belfry.bench.harness.Place;
import dev.belfry.bench.harness.Place.Reading;
import dev.belfry.bench.peers.BelfryProcess;
import java.time.Duration;
import java.util.Optional;

/** What a server uses that has nothing to do. */
record ServerAtRest(TenantsStage stage, String work, String row) {
    /** In which it ends what it began at its start. */
    private static final Duration SETTLING = Duration.ofSeconds(10);

    private static final Duration SPAN = Duration.ofSeconds(20);

    static final Duration PLANNED = SETTLING.plus(SPAN);

    private static final String STORE_CALLS = "belfry_store_call_seconds_count";

    /** What was used by now. */
    private record Used(long at, double storeCalls, Duration cpu, Optional<Reading> database) {
        static Used by(BelfryProcess server, Place place) throws Exception {
            var calls = Scrape.of(server).sum(STORE_CALLS);
            return new Used(System.nanoTime(), calls, server.cpu(), place.read());
        }

        double secondsSince(Used start) {
            return (at - start.at) / 1e9;
        }
    }

    void measure(BelfryProcess server) throws Exception {
        Thread.sleep(SETTLING);
        note("heap MiB", server.jvms().getFirst().liveBytes() / (double) (1 << 20));
        var start = Used.by(server, stage.stage().place());
        Thread.sleep(SPAN);
        var end = Used.by(server, stage.stage().place());
        double seconds = end.secondsSince(start);
        note("store calls a second", (end.storeCalls() - start.storeCalls()) / seconds);
        note("CPU ms a second", millis(end.cpu().minus(start.cpu())) / seconds);
        var database = end.database().flatMap(it -> start.database().map(it::since));
        if (database.isPresent()) {
            note("database's CPU", millis(database.get().cpu()) / seconds);
        }
        resident(server.jvms().getFirst());
    }

    private void resident(ChildJvm jvm) throws Exception {
        note("resident MiB", MemoryWorkload.mebibytes(jvm.process().pid(), "VmRSS"));
    }

    private static double millis(Duration time) {
        return time.toNanos() / 1e6;
    }

    private void note(String measure, double value) {
        stage.notes().add(work, measure, row, value);
    }
}
