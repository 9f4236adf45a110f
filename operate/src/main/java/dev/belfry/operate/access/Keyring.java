package dev.belfry.operate.access;

import static dev.belfry.core.Checks.require;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** All keys of a server, found by what was presented. Immutable, but that keys end. */
public final class Keyring {
    /** One in use and the one that follows it. */
    static final int MOST_OF_A_NAME = 2;

    private static final int MOST = 10_000;

    private final InstantSource clock;
    private final Map<ByteBuffer, Held> byDigest = new HashMap<>();

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Held(byte[] digest, ApiKey key) {}

    public Keyring(List<ApiKey> keys, InstantSource clock) {
        this.clock = clock;
        require(keys.size() <= MOST, "keys", "are more than %d", MOST);
        for (var key : keys) {
            var digest = HexFormat.of().parseHex(key.sha256());
            var former = byDigest.put(ByteBuffer.wrap(digest), new Held(digest, key));
            require(former == null, "keys", "has '%s' twice", key.id());
        }
    }

    /** Refuses more keys of one name than a change from one to the next needs. */
    static void requireFew(List<ApiKey> keys, Instant now) {
        var counts =
                keys.stream()
                        .filter(key -> key.isValid(now))
                        .collect(
                                Collectors.groupingBy(
                                        key -> key.caller().name(), Collectors.counting()));
        counts.forEach(
                (name, count) ->
                        require(
                                count <= MOST_OF_A_NAME,
                                "keys",
                                "has %d valid keys of the name '%s'; at most %d are taken: revoke"
                                        + " one",
                                count,
                                name,
                                MOST_OF_A_NAME));
    }

    /**
     * The key that was presented. What it is looked up by is its digest, of which nobody can choose
     * a part; the comparison takes the same time wherever two differ.
     */
    public Optional<ApiKey> find(String presented) {
        return find(ApiKey.digest(presented));
    }

    /** The key with this digest, for whoever has proved that it was presented before. */
    public Optional<ApiKey> findDigest(String sha256) {
        return find(HexFormat.of().parseHex(sha256));
    }

    private Optional<ApiKey> find(byte[] digest) {
        var found = byDigest.get(ByteBuffer.wrap(digest));
        return found != null
                        && MessageDigest.isEqual(found.digest(), digest)
                        && found.key().isValid(clock.instant())
                ? Optional.of(found.key())
                : Optional.empty();
    }
}
