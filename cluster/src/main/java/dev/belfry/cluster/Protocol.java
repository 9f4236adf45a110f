package dev.belfry.cluster;

import io.vertx.core.MultiMap;
import java.time.Duration;

/** What a request between nodes carries beside what the client asked. */
public final class Protocol {
    /** Every call between nodes lies under this path. */
    public static final String PREFIX = "/internal/v1";

    /**
     * Raised when nodes of the version before could not understand a call. A node speaks the newest
     * and takes both, so that a cluster can be upgraded node by node.
     */
    static final int NEWEST = 1;

    static final int OLDEST = 1;

    private static final String VERSION = "Belfry-Protocol";
    private static final String SECRET = "Belfry-Secret";
    private static final String HOPS = "Belfry-Hops";

    /** Milliseconds that are left, because the clocks of two nodes differ. */
    private static final String TIMEOUT = "Belfry-Timeout";

    private static final Duration LONGEST = Duration.ofDays(1);

    /** Longer than an engine needs to notice that a request is overdue. */
    private static final Duration WAY_BACK = Duration.ofSeconds(1);

    private static final int WAY_BACK_PARTS = 4;

    private final ClusterSecret secret;

    public Protocol(ClusterSecret secret) {
        this.secret = secret;
    }

    /** What became of a request at the door. */
    public sealed interface Admission {
        record Admitted(Passage passage) implements Admission {}

        /** It does not come from a node of this cluster. */
        record Forbidden() implements Admission {}

        /** It can not be understood; nothing was done. */
        record Unreadable(String why) implements Admission {}

        /** Nobody waits for it any more; nothing was done. */
        record Late() implements Admission {}
    }

    /** Looks at the secret before anything else. */
    public Admission admit(MultiMap headers, long nowNanos) {
        var sent = headers.get(SECRET);
        if (sent == null || !secret.accepts(sent)) {
            return new Admission.Forbidden();
        }
        int version = number(headers, VERSION);
        int hops = number(headers, HOPS);
        int millis = number(headers, TIMEOUT);
        if (version < OLDEST || version > NEWEST) {
            return new Admission.Unreadable(
                    "this node speaks protocols %d to %d".formatted(OLDEST, NEWEST));
        }
        if (hops < 1 || hops > Passage.MOST_HOPS || millis < 0 || millis > LONGEST.toMillis()) {
            return new Admission.Unreadable("its hops or its timeout are out of range");
        }
        return millis == 0
                ? new Admission.Late()
                : new Admission.Admitted(
                        new Passage(hops, nowNanos + Duration.ofMillis(millis).toNanos()));
    }

    /** Negative if it is not there or no number. */
    private static int number(MultiMap headers, String name) {
        var text = headers.get(name);
        return text == null || !text.matches("[0-9]{1,9}") ? -1 : Integer.parseInt(text);
    }

    /** What the other node is to know; only where there is a secret to send. */
    MultiMap headers(Passage onward, long nowNanos) {
        var headers = MultiMap.caseInsensitiveMultiMap();
        secret.toSend().ifPresent(text -> headers.set(SECRET, text));
        return headers.set(VERSION, Integer.toString(NEWEST))
                .set(HOPS, Integer.toString(onward.hops()))
                .set(TIMEOUT, Long.toString(timeout(onward.left(nowNanos)).toMillis()));
    }

    /** The other node's word that time is up must be back before this node has to say so itself. */
    private static Duration timeout(Duration left) {
        var part = left.dividedBy(WAY_BACK_PARTS);
        return left.minus(part.compareTo(WAY_BACK) < 0 ? part : WAY_BACK);
    }

    boolean maySend() {
        return secret.toSend().isPresent();
    }

    public ClusterSecret secret() {
        return secret;
    }
}
