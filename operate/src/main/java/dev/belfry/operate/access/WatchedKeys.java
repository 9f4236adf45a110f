package dev.belfry.operate.access;

import dev.belfry.core.InvalidValueException;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of a file that is looked at again and again, in whatever way it is replaced. A new file
 * that can not be used leaves the keys as they are. Thread-safe.
 */
public final class WatchedKeys {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedKeys.class);

    private final KeyFile file;
    private final InstantSource clock;
    private byte[] seen = new byte[0];
    private volatile Keyring keys = Keyring.EMPTY;
    private volatile Optional<String> failure = Optional.empty();

    public WatchedKeys(KeyFile file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    /**
     * Reads the file for the first time.
     *
     * @throws InvalidValueException if it is not there or can not be used
     */
    public synchronized void open() {
        try {
            take(file.bytes());
        } catch (IOException e) {
            throw new InvalidValueException(
                    "auth.keys",
                    "can not be read (%s); 'belfry key create --file %s' makes one"
                            .formatted(e, file.path()));
        }
    }

    private void take(byte[] bytes) {
        keys = new Keyring(file.parse(bytes));
        seen = bytes;
        failure = Optional.empty();
        LOG.atInfo().addKeyValue("keys", keys.size()).log("API keys read");
    }

    /** Looks whether the file is another now; blocks for as long as the file takes. */
    public synchronized void look() {
        try {
            var bytes = file.bytes();
            if (!Arrays.equals(bytes, seen)) {
                take(bytes);
            } else {
                failure = Optional.empty();
            }
        } catch (IOException e) {
            failed(e.toString());
        } catch (InvalidValueException e) {
            failed(String.valueOf(e.getMessage()));
        }
    }

    /** Said once for each reason, not once for each look. */
    private void failed(String why) {
        if (!failure.equals(Optional.of(why))) {
            failure = Optional.of(why);
            LOG.atError()
                    .addKeyValue("file", file.path())
                    .addKeyValue("why", why)
                    .log("the file of API keys can not be used: the keys stay as they were");
        }
    }

    public Optional<ApiKey> find(String presented) {
        return keys.find(presented, clock.instant());
    }

    /** The key with this digest, for whoever has proved that it was presented before. */
    public Optional<ApiKey> findDigest(String sha256) {
        return keys.findDigest(sha256, clock.instant());
    }

    /** Why the file as it is now is not what holds. */
    public Optional<String> failure() {
        return failure;
    }
}
