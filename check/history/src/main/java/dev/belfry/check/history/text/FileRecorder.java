package dev.belfry.check.history.text;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.Recorder;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Appends a history to a file; an event that was recorded survives the process. Thread-safe. */
public final class FileRecorder implements Recorder, Closeable {
    /** Shows that a line is whole. */
    static final String LINE_END = "\t.";

    private final BufferedWriter writer;

    private FileRecorder(BufferedWriter writer) {
        this.writer = writer;
    }

    public static FileRecorder open(Path file) throws IOException {
        return new FileRecorder(
                Files.newBufferedWriter(
                        file,
                        StandardCharsets.UTF_8,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND));
    }

    @Override
    public synchronized void record(Event event) {
        try {
            writer.write(EventText.format(event));
            writer.write(LINE_END);
            writer.write('\n');
            writer.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        writer.close();
    }
}
