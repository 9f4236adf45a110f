package dev.belfry.operate.secret;

import dev.belfry.core.InvalidValueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a file says, which is looked at again and again, in whatever way it is replaced: mounted
 * secrets change by a link, and no event tells. A new file that can not be used leaves all as it
 * was. Thread-safe.
 *
 * @param <T> what is made of its bytes; immutable
 */
public final class WatchedFile<T> {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedFile.class);

    private final String key;
    private final Path path;
    private final Function<byte[], T> parse;
    private byte[] seen;
    private String complaint = "";
    private volatile T value;

    private WatchedFile(String key, Path path, Function<byte[], T> parse, byte[] seen) {
        this.key = key;
        this.path = path;
        this.parse = parse;
        this.seen = seen;
        this.value = parse.apply(seen);
    }

    /**
     * Reads a file for the first time.
     *
     * @param key the setting that names the file
     * @param parse throws an {@link InvalidValueException} for what can not be used, with a message
     *     that shows nothing of it
     * @throws InvalidValueException if it is not there or can not be used
     */
    public static <T> WatchedFile<T> open(String key, Path path, Function<byte[], T> parse) {
        try {
            return new WatchedFile<>(key, path, parse, Files.readAllBytes(path));
        } catch (IOException e) {
            throw new InvalidValueException(key, "can not be read: " + e);
        }
    }

    public T value() {
        return value;
    }

    /** Looks whether the file is another now; blocks for as long as the file takes. */
    public synchronized void look() {
        try {
            var bytes = Files.readAllBytes(path);
            if (!Arrays.equals(bytes, seen)) {
                value = parse.apply(bytes);
                seen = bytes;
                LOG.atInfo().addKeyValue("file", path).log("secrets were read anew");
            }
            complaint = "";
        } catch (IOException e) {
            complain(e.toString());
        } catch (InvalidValueException e) {
            complain(String.valueOf(e.getMessage()));
        }
    }

    /** Said once for each reason, not once for each look. */
    private void complain(String why) {
        if (!complaint.equals(why)) {
            complaint = why;
            LOG.atError()
                    .addKeyValue("setting", key)
                    .addKeyValue("file", path)
                    .addKeyValue("why", why)
                    .log("a file of secrets can not be used: all stays as it was");
        }
    }

    /** Why the file as it is now is not what holds. */
    public synchronized Optional<String> failure() {
        return complaint.isEmpty() ? Optional.empty() : Optional.of(complaint);
    }
}
