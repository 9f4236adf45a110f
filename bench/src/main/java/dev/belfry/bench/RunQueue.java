package dev.belfry.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * How long the threads of this process could run but had no processor: the share of other work on
 * the machine in a wall time. Zero where the system does not tell.
 */
final class RunQueue {
    private static final Path THREADS = Path.of("/proc/self/task");

    private RunQueue() {}

    /** Of all threads that live, since they began. */
    static long waitedNanos() {
        try {
            return threads().stream().mapToLong(RunQueue::waitedNanos).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> threads() throws IOException {
        if (!Files.exists(THREADS)) {
            return List.of();
        }
        try (var threads = Files.list(THREADS)) {
            return threads.toList();
        }
    }

    /** The second number; a thread that has ended meanwhile counts no more. */
    private static long waitedNanos(Path thread) {
        try {
            return Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[1]);
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
