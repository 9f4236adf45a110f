package dev.belfry.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A SQLite file with very many timers: fills it, then lets a JVM with a small heap of its own
 * measure what an engine does with it.
 */
final class LargeBench {
    /** With indexes, and room for what the measurement adds. */
    private static final long BYTES_PER_TIMER = 1_000;

    private final LoadPlan plan;
    private final String heap;
    private final boolean keep;

    private LargeBench(LoadPlan plan, String heap, boolean keep) {
        this.plan = plan;
        this.heap = heap;
        this.keep = keep;
    }

    static LargeBench of(Options options) {
        int rounds = options.number("rounds", 5) + LargeMeasurement.WARM_UP_ROUNDS;
        var plan =
                new LoadPlan(
                        options.number("timers", 10_000_000),
                        rounds,
                        options.number("due", 50_000));
        var bench = new LargeBench(plan, options.text("heap", "256m"), options.flag("keep"));
        options.requireNoMore();
        return bench;
    }

    void run() throws Exception {
        try (var workspace = Workspace.open(keep)) {
            requireRoom(workspace);
            load(new SqliteFile(workspace.file(LargeMeasurement.LARGE_FILE)));
            measure(workspace.folder());
        }
    }

    private void requireRoom(Workspace workspace) throws IOException {
        if (workspace.freeBytes() < plan.timers() * BYTES_PER_TIMER) {
            throw new IOException(
                    "%d bytes are free, too few for %d timers"
                            .formatted(workspace.freeBytes(), plan.timers()));
        }
    }

    private void load(SqliteFile file) throws Exception {
        var start = Usage.now();
        new BulkLoader(file, plan, true).load();
        System.out.printf(
                Locale.ROOT,
                "Loaded in %.0f s: %,d MiB, %d bytes per timer with a payload of %d%n%n",
                Usage.now().since(start).wallMillis() / 1e3,
                file.bytes() / Memory.MEBIBYTE,
                file.bytes() / plan.timers(),
                SampleTimers.PAYLOAD_BYTES);
    }

    private void measure(Path folder) throws IOException, InterruptedException {
        int status = new ProcessBuilder(command(folder)).inheritIO().start().waitFor();
        if (status != 0) {
            throw new IllegalStateException("the measurement ended with status " + status);
        }
    }

    private List<String> command(Path folder) {
        var command =
                new ArrayList<>(
                        ChildJvm.command(
                                Bench.class.getName(),
                                List.of(
                                        LargeMeasurement.COMMAND,
                                        "--folder",
                                        folder.toString(),
                                        "--timers",
                                        Long.toString(plan.timers()),
                                        "--due",
                                        Integer.toString(plan.due()),
                                        "--rounds",
                                        Integer.toString(plan.rounds()))));
        command.add(1, "-Xmx" + heap);
        return command;
    }
}
