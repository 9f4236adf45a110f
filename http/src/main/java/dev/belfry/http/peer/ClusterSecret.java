package dev.belfry.http.peer;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/** What nodes know each other by. Immutable; its text never reaches a log. */
public final class ClusterSecret {
    private final Optional<String> text;
    private final boolean isLocal;

    private ClusterSecret(Optional<String> text, boolean isLocal) {
        this.text = text;
        this.isLocal = isLocal;
    }

    /**
     * The secret of a node.
     *
     * @param isLocal whether only this machine reaches the node: then it can do without one, for
     *     whoever is on this machine may call it anyway
     */
    public static ClusterSecret of(Optional<String> text, boolean isLocal) {
        return new ClusterSecret(text, isLocal);
    }

    /** Whether a secret was given. */
    public boolean isGiven() {
        return text.isPresent();
    }

    /** What to send to others; empty if this node must not speak to any. */
    Optional<String> toSend() {
        return text.or(() -> isLocal ? Optional.of("") : Optional.empty());
    }

    /** Compares in a time that says nothing about where they differ. */
    boolean accepts(String sent) {
        return toSend().map(own -> isEqual(own, sent)).orElse(false);
    }

    private static boolean isEqual(String own, String sent) {
        return MessageDigest.isEqual(
                own.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "(hidden)";
    }
}
