package dev.belfry.check.history.text;

import static dev.belfry.core.Checks.require;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.EventHistory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

/** Histories in files. */
public final class HistoryFile {
    private HistoryFile() {}

    /** What a file holds, without a last line that its writer did not bring to an end. */
    public static EventHistory read(Path file) throws IOException {
        var events = new ArrayList<Event>();
        boolean torn = false;
        try (var lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                require(!torn, "line", "%d is cut off", events.size() + 1);
                torn = !line.endsWith(FileRecorder.LINE_END);
                if (!torn) {
                    events.add(EventText.parse(body(line)));
                }
            }
        }
        return new EventHistory(events);
    }

    private static String body(String line) {
        return line.substring(0, line.length() - FileRecorder.LINE_END.length());
    }
}
