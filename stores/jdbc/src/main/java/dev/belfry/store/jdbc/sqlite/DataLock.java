package dev.belfry.store.jdbc.sqlite;

import dev.belfry.core.store.StoreException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The right of one store to a database file, held as a lock on a file beside it. The process id in
 * it is for people; the operating system gives the lock up when the process ends, however it ends.
 */
final class DataLock implements AutoCloseable {
    /**
     * The lock files of this process. A second opening must not touch the file at all: on POSIX,
     * closing any descriptor of a file gives up every lock that the process has on it.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    /** Far behind the content, so that others can read it where locks are mandatory. */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    private final Path file;
    private final FileChannel channel;

    private DataLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Takes the lock of a database file whose folder exists. */
    static DataLock take(Path database) throws IOException {
        var file = beside(database);
        if (!HELD.add(file)) {
            throw inUse(database, "by another store of this process");
        }
        try {
            return new DataLock(file, locked(file, database));
        } catch (IOException | RuntimeException e) {
            HELD.remove(file);
            throw e;
        }
    }

    /** Where all names of one database lead to. */
    private static Path beside(Path database) throws IOException {
        var real =
                Files.exists(database)
                        ? database.toRealPath()
                        : database.resolveSibling("").toRealPath().resolve(database.getFileName());
        return real.resolveSibling(real.getFileName() + ".lock");
    }

    private static FileChannel locked(Path file, Path database) throws IOException {
        var channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        try {
            if (lock(channel) == null) {
                throw inUse(database, "by another process" + pidIn(file));
            }
            channel.truncate(0);
            channel.write(StandardCharsets.US_ASCII.encode(ProcessHandle.current().pid() + "\n"));
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        return channel.tryLock(LOCKED_BYTE, 1, false);
    }

    private static String pidIn(Path file) throws IOException {
        var pid = Files.readString(file, StandardCharsets.US_ASCII).strip();
        return pid.isEmpty() ? "" : " (pid " + pid + ")";
    }

    private static StoreException.Rejected inUse(Path database, String byWhom) {
        return new StoreException.Rejected(
                "%s is already in use %s: a database file has one node; stop the other one, or give this one a data folder of its own"
                        .formatted(database, byWhom));
    }

    /** The file stays: removing it would let two processes lock two files of one name. */
    @Override
    public void close() throws IOException {
        channel.close();
        HELD.remove(file);
    }
}
