package dev.belfry.http.peer;

import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.node.route.Passage;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** What a request between nodes carries beside what the client asked. */
public final class Protocol {
    /** Every call between nodes lies under this path. */
    public static final String PREFIX = "/internal/v1";

    /**
     * Raised when nodes of the version before could not understand a call. A node takes this one
     * and the one before, and speaks the newest that the other knows too, which stands in the
     * other's row: so a cluster can be upgraded node by node, and back.
     */
    private static final int NEWEST = 1;

    private static final int OLDEST = 1;

    private static final String VERSION = "Belfry-Protocol";
    private static final String HOPS = "Belfry-Hops";

    /** Milliseconds that are left, because the clocks of two nodes differ. */
    private static final String TIMEOUT = "Belfry-Timeout";

    private static final Duration LONGEST = Duration.ofDays(1);

    private final ClusterSecret secret;
    private final CallSignatures signatures;
    private final int oldest;
    private final int newest;

    /**
     * What a node speaks.
     *
     * @param clock the times of signatures; clocks of nodes are close together
     */
    public Protocol(NodeId self, ClusterSecret secret, InstantSource clock) {
        this(self, secret, clock, OLDEST, NEWEST);
    }

    /** What nodes of another release speak. */
    Protocol(NodeId self, ClusterSecret secret, InstantSource clock, int oldest, int newest) {
        this.secret = secret;
        this.signatures = new CallSignatures(self, secret, clock);
        this.oldest = oldest;
        this.newest = newest;
    }

    /** What became of a request at the door. */
    public sealed interface Admission {
        record Admitted(Passage passage) implements Admission {}

        /** It does not come from a node of this cluster. */
        record Forbidden(String why) implements Admission {}

        /** It can not be understood; nothing was done. */
        record Unreadable(String why) implements Admission {}

        /** Nobody waits for it any more; nothing was done. */
        record Late() implements Admission {}
    }

    /** Looks at the signature before anything else. */
    public Admission admit(HttpMethod method, String uri, MultiMap headers, long nowNanos) {
        var complaint = signatures.complaint(method, uri, headers);
        if (complaint.isPresent()) {
            return new Admission.Forbidden(complaint.get());
        }
        int version = number(headers, VERSION);
        int hops = number(headers, HOPS);
        int millis = number(headers, TIMEOUT);
        if (version < oldest || version > newest) {
            return new Admission.Unreadable(spoken());
        }
        if (hops < 1 || hops > Passage.MOST_HOPS || millis < 0 || millis > LONGEST.toMillis()) {
            return new Admission.Unreadable("its hops or its timeout are out of range");
        }
        return millis == 0
                ? new Admission.Late()
                : new Admission.Admitted(
                        Passage.fromPeer(hops, Duration.ofMillis(millis), nowNanos));
    }

    /** Negative if it is not there or no number. */
    private static int number(MultiMap headers, String name) {
        var text = headers.get(name);
        return text == null || !text.matches("[0-9]{1,9}") ? -1 : Integer.parseInt(text);
    }

    private String spoken() {
        return "this node speaks protocols %d to %d".formatted(oldest, newest);
    }

    /** Why nothing can be said to a node of this version; empty if something can. */
    Optional<String> silence(NodeVersion other) {
        return common(other) < oldest
                ? Optional.of("%s, and it %d at most".formatted(spoken(), other.protocol()))
                : Optional.empty();
    }

    private int common(NodeVersion other) {
        return Math.min(newest, other.protocol());
    }

    /** Whether this is the body that belongs to the header fields of an admitted call. */
    public boolean covers(MultiMap headers, byte[] array, int from, int size) {
        return signatures.covers(headers, array, from, size);
    }

    /** All header fields of a call to another node, signed if this node has a secret. */
    MultiMap headers(NodeRow to, PeerRequest asked, Passage onward, long nowNanos) {
        var headers = headers(to.version(), onward, nowNanos).addAll(asked.headers());
        signatures.sign(
                to.incarnation().node(),
                asked.method(),
                PREFIX + asked.uri(),
                headers,
                asked.body().getBytes());
        return headers;
    }

    private MultiMap headers(NodeVersion other, Passage onward, long nowNanos) {
        return MultiMap.caseInsensitiveMultiMap()
                .set(VERSION, Integer.toString(common(other)))
                .set(HOPS, Integer.toString(onward.hops()))
                .set(TIMEOUT, Long.toString(onward.allowance(nowNanos).toMillis()));
    }

    /** For the node's row: the others are not to say anything newer. */
    public int newest() {
        return newest;
    }

    boolean maySend() {
        return secret.isOfUse();
    }

    public ClusterSecret secret() {
        return secret;
    }
}
