package dev.belfry.check.history.check;

import dev.belfry.check.history.EventHistory;
import dev.belfry.check.history.text.HistoryFile;
import dev.belfry.core.InvalidValueException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks histories in files: {@code CheckHistory [--simulation] FILE...}. Several files are those
 * of several recorders on one clock.
 */
public final class CheckHistory {
    static final int CLEAN = 0;
    static final int VIOLATED = 1;
    static final int UNREADABLE = 2;
    static final int UNDECIDED = 3;

    private static final String SIMULATION = "--simulation";

    private CheckHistory() {}

    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out));
    }

    static int run(List<String> arguments, PrintStream out) {
        var files = new ArrayList<>(arguments);
        boolean simulated = files.remove(SIMULATION);
        if (files.isEmpty()) {
            out.println("Usage: CheckHistory [" + SIMULATION + "] FILE...");
            return UNREADABLE;
        }
        try {
            var bounds = simulated ? CheckBounds.ofSimulation() : CheckBounds.ofProcesses();
            return judge(new Checker(bounds).check(read(files)), out);
        } catch (IOException | InvalidValueException e) {
            out.println("The history can not be read: " + e);
            return UNREADABLE;
        }
    }

    private static EventHistory read(List<String> files) throws IOException {
        var parts = new ArrayList<EventHistory>();
        for (var file : files) {
            parts.add(HistoryFile.read(Path.of(file)));
        }
        return EventHistory.merged(parts);
    }

    private static int judge(CheckReport report, PrintStream out) {
        out.println(report);
        if (!report.isClean()) {
            return VIOLATED;
        }
        return report.isDecided() ? CLEAN : UNDECIDED;
    }
}
