package dev.belfry.http.peer;

import dev.belfry.operate.access.Hmac;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What nodes know each other by. It is never sent: it signs. Several secrets are taken, and the
 * first one is signed with, so that all nodes can go from one to the next without a gap. Immutable,
 * but for the secrets, which may be changed while the node runs; their text never reaches a log.
 */
public final class ClusterSecret {
    private final Supplier<List<String>> texts;
    private final boolean isTrusted;

    private ClusterSecret(Supplier<List<String>> texts, boolean isTrusted) {
        this.texts = texts;
        this.isTrusted = isTrusted;
    }

    /**
     * The secrets of a node.
     *
     * @param texts asked for each time; the first one is signed with
     * @param isTrusted whether whoever reaches the node's listener may be taken for a node, because
     *     nobody but this machine does, or because of a certificate: then it can do without any
     */
    public static ClusterSecret of(Supplier<List<String>> texts, boolean isTrusted) {
        return new ClusterSecret(texts, isTrusted);
    }

    public static ClusterSecret of(Optional<String> text, boolean isTrusted) {
        var texts = text.stream().flatMap(it -> split(it).stream()).toList();
        return of(() -> texts, isTrusted);
    }

    /** The secrets in one text, with blanks or line ends between them. */
    public static List<String> split(String text) {
        return Arrays.stream(text.strip().split("\\s+")).filter(it -> !it.isEmpty()).toList();
    }

    /** Whether a secret was given. */
    public boolean isGiven() {
        return !texts.get().isEmpty();
    }

    /** Whether this node may speak to others and listen to them. */
    public boolean isOfUse() {
        return isTrusted || isGiven();
    }

    /** The signature by the first secret; empty if there is none. */
    Optional<byte[]> sign(byte[] message) {
        return texts.get().stream().findFirst().map(secret -> Hmac.sha256(secret, message));
    }

    /** Compares with all secrets, in a time that says nothing about where they differ. */
    boolean hasSigned(byte[] message, byte[] signature) {
        boolean found = false;
        for (var secret : texts.get()) {
            found |= MessageDigest.isEqual(Hmac.sha256(secret, message), signature);
        }
        return found;
    }

    @Override
    public String toString() {
        return "(hidden)";
    }
}
