package dev.belfry.operate.config;

import dev.belfry.core.InvalidValueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is made of some files, made anew when they change. They are compared by what is in them, for
 * mounted secrets change by a link that leads elsewhere, and no event tells. What can not be used
 * leaves the former in force, and is told of until it is mended. Thread-safe.
 *
 * @param <T> what is made of them; immutable
 */
public final class WatchedFiles<T> implements Supplier<T> {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedFiles.class);

    private final String key;
    private final List<Path> files;
    private final Function<List<byte[]>, T> reader;
    private List<byte[]> used;
    private List<byte[]> refused = List.of();
    private volatile T value;
    private volatile Optional<String> failure = Optional.empty();
    private volatile Consumer<T> changed = _ -> {};

    private WatchedFiles(
            String key, List<Path> files, Function<List<byte[]>, T> reader, List<byte[]> used) {
        this.key = key;
        this.files = files;
        this.reader = reader;
        this.used = used;
        this.value = reader.apply(used);
    }

    /**
     * Reads the files for the first time.
     *
     * @param key the setting that names them
     * @param reader makes a value of what is in each, or throws an InvalidValueException whose
     *     message shows no secret
     */
    public static <T> WatchedFiles<T> open(
            String key, List<Path> files, Function<List<byte[]>, T> reader) {
        try {
            return new WatchedFiles<>(key, List.copyOf(files), reader, read(files));
        } catch (IOException e) {
            throw new ConfigurationException(named(key, unreadable(e)), e);
        } catch (InvalidValueException e) {
            throw new ConfigurationException(named(key, String.valueOf(e.getMessage())), e);
        }
    }

    private static String named(String key, String complaint) {
        return complaint.startsWith(key) ? complaint : key + ": " + complaint;
    }

    private static List<byte[]> read(List<Path> files) throws IOException {
        var contents = new ArrayList<byte[]>();
        for (var file : files) {
            contents.add(Files.readAllBytes(file));
        }
        return contents;
    }

    private static String unreadable(IOException e) {
        return "can not be read (%s)".formatted(e);
    }

    /** The setting that names the files. */
    public String key() {
        return key;
    }

    @Override
    public T get() {
        return value;
    }

    /** Has somebody told of each new value. */
    public void whenChanged(Consumer<T> consumer) {
        changed = consumer;
    }

    /** Why the files as they are now are not what holds. */
    public Optional<String> failure() {
        return failure;
    }

    /** Reads them again; blocks for as long as the files take. */
    public synchronized void look() {
        try {
            var contents = read(files);
            if (areEqual(contents, used)) {
                settled();
            } else {
                take(contents);
            }
        } catch (IOException e) {
            refused(unreadable(e));
        }
    }

    private void settled() {
        refused = List.of();
        failure = Optional.empty();
    }

    private void take(List<byte[]> contents) {
        try {
            value = reader.apply(contents);
            used = contents;
            settled();
            LOG.atInfo().addKeyValue("setting", key).log("files were read again");
            changed.accept(value);
        } catch (InvalidValueException e) {
            complain(contents, String.valueOf(e.getMessage()));
        }
    }

    /** Two files that belong together may be half changed at the first look, and so may one. */
    private void complain(List<byte[]> contents, String why) {
        if (areEqual(contents, refused)) {
            refused(why);
        }
        refused = contents;
    }

    /** Said once for each reason, not once for each look. */
    private void refused(String why) {
        var text = "the new files of %s are not used: %s".formatted(key, why);
        if (!failure.equals(Optional.of(text))) {
            failure = Optional.of(text);
            LOG.atError()
                    .addKeyValue("setting", key)
                    .addKeyValue("why", why)
                    .log("new files are not used; the former stay in force");
        }
    }

    private static boolean areEqual(List<byte[]> some, List<byte[]> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            if (!Arrays.equals(some.get(i), others.get(i))) {
                return false;
            }
        }
        return true;
    }
}
