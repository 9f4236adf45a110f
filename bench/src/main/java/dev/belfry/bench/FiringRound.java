package dev.belfry.bench;

import java.io.IOException;
import java.util.stream.LongStream;

/**
 * What an engine does with one file from its start on.
 *
 * @param openMillis until the store is open
 * @param firstFireMillis from the beginning of the opening to the first attempt
 * @param fireWallMicros per timer, from the first attempt until all are settled
 * @param fireCpuMicros of the whole process per timer, meanwhile
 * @param fireWaitedMicros of its threads for a processor per timer, meanwhile
 * @param createsPerSecond by 64 clients
 * @param batchedCreatesPerSecond by 2,000 clients
 * @param heapMebibytes after that, without the garbage
 * @param residentMebibytes of the whole process
 */
record FiringRound(
        double openMillis,
        double firstFireMillis,
        double fireWallMicros,
        double fireCpuMicros,
        double fireWaitedMicros,
        double createsPerSecond,
        double batchedCreatesPerSecond,
        double heapMebibytes,
        double residentMebibytes) {
    private static final int CREATES = 10_000;
    private static final int BATCHED_CREATES = 30_000;

    static FiringRound measure(SqliteFile file, int round, int due)
            throws InterruptedException, IOException {
        var clock = ShiftedClock.startingAt(LoadPlan.dueAt(round));
        var start = Usage.now();
        var store = file.open();
        var opened = Usage.now().since(start);
        try (var engine = new RunningEngine(store, clock, due)) {
            engine.start();
            engine.awaitFirstFire();
            var first = Usage.now();
            engine.awaitSettled();
            var firing = Usage.now().since(first);
            double creates = creates(engine, "single-" + round, 64, CREATES);
            double batched = creates(engine, "batched-" + round, 2_000, BATCHED_CREATES);
            requireAllFiredOnce(engine, due);
            return new FiringRound(
                    opened.wallMillis(),
                    first.since(start).wallMillis(),
                    firing.wallMicrosEach(due),
                    firing.cpuMicrosEach(due),
                    firing.waitedMicrosEach(due),
                    creates,
                    batched,
                    Memory.heapMebibytes(),
                    Memory.residentMebibytes());
        }
    }

    private static double creates(RunningEngine engine, String name, int count, int timers) {
        var samples = new SampleTimers(name);
        var batch = LongStream.range(0, timers).mapToObj(samples::waiting).toList();
        try (var clients = new Clients(count)) {
            var start = Usage.now();
            clients.create(engine, batch);
            return Usage.now().since(start).perSecond(timers);
        }
    }

    private static void requireAllFiredOnce(RunningEngine engine, int due) {
        if (engine.fired() != due) {
            throw new IllegalStateException(engine.fired() + " attempts for " + due + " timers");
        }
    }
}
