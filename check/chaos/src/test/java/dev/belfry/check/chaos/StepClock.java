package dev.belfry.check.chaos;

import dev.belfry.check.simulation.cluster.Sabotage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * The wall clock of one server, as far as it is off: a number in a file that both processes have in
 * their memory. Confined to one thread.
 */
final class StepClock {
    /** The server's own clock, with what is in the file added to it. */
    static final Sabotage READER =
            Sabotage.sabotage(
                            "a clock that can be set",
                            "node/src/main/java/dev/belfry/node/drive/SystemClock.java",
                            "return Instant.now();",
                            "return Instant.now().plusMillis(OFFSET.getLong(0));")
                    .and(
                            "node/src/main/java/dev/belfry/node/drive/SystemClock.java",
                            "public final class SystemClock implements EngineClock {",
                            """
                            public final class SystemClock implements EngineClock {
                                private static final java.nio.ByteBuffer OFFSET = map();
                                private static java.nio.ByteBuffer map() {
                                    var file = java.nio.file.Path.of(System.getProperty("test.clock"));
                                    try (var channel = java.nio.channels.FileChannel.open(file)) {
                                        return channel.map(java.nio.channels.FileChannel.MapMode.READ_ONLY, 0, 8);
                                    } catch (java.io.IOException e) {
                                        throw new java.io.UncheckedIOException(e);
                                    }
                                }
                            """);

    private final Path file;
    private final ByteBuffer offset;

    StepClock(Path file) throws IOException {
        this.file = file;
        try (var channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            this.offset = channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
        }
    }

    String option() {
        return "-Dtest.clock=" + file;
    }

    /** From now on it is off by so much. */
    void set(Duration by) {
        offset.putLong(0, by.toMillis());
    }
}
