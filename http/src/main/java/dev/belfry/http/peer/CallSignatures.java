package dev.belfry.http.peer;

import dev.belfry.core.shard.NodeId;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Signs calls to other nodes, and knows calls that were signed for this one. A signature covers the
 * node it is for, method, target, the header fields that mean something to a node, and by its
 * digest the body; with a time and a number that nobody can use twice. Thread-safe.
 */
final class CallSignatures {
    private static final String TO = "Belfry-To";
    private static final String CALL = "Belfry-Call";
    private static final String DIGEST = "Belfry-Digest";
    private static final String SIGNATURE = "Belfry-Signature";

    /** Other fields may be added by what lies between nodes, and mean nothing to them. */
    private static final Pattern COVERED = Pattern.compile("belfry-.+|content-type|if-.+");

    /** Sender, number and time of a call. */
    private static final Pattern CALL_FORM =
            Pattern.compile("([0-9a-f]{16})-([0-9]{1,18})-([0-9]{1,15})");

    private final NodeId self;
    private final ClusterSecret secret;
    private final InstantSource clock;
    private final Replays replays;
    private final long sender = new SecureRandom().nextLong();
    private final AtomicLong calls = new AtomicLong();

    CallSignatures(NodeId self, ClusterSecret secret, InstantSource clock) {
        this.self = self;
        this.secret = secret;
        this.clock = clock;
        this.replays = new Replays(clock);
    }

    /** Signs a call, if this node has a secret; its header fields must be complete. */
    void sign(NodeId to, HttpMethod method, String uri, MultiMap headers, byte[] body) {
        if (!secret.isGiven()) {
            return;
        }
        var call =
                "%s-%d-%d"
                        .formatted(
                                HexFormat.of().toHexDigits(sender),
                                calls.getAndIncrement(),
                                clock.millis());
        headers.set(TO, to.value()).set(CALL, call).set(DIGEST, digest(body, 0, body.length));
        secret.sign(message(method, uri, headers))
                .ifPresent(it -> headers.set(SIGNATURE, Base64.getEncoder().encodeToString(it)));
    }

    /** Why a call is not taken; says more only to who could sign it. */
    Optional<String> complaint(HttpMethod method, String uri, MultiMap headers) {
        if (!secret.isGiven()) {
            return Optional.empty();
        }
        if (!isSigned(method, uri, headers)) {
            return Optional.of("it is not signed with a secret of this node");
        }
        if (!self.value().equals(headers.get(TO))) {
            return Optional.of("it is for another node");
        }
        return complaint(CALL_FORM.matcher(String.valueOf(headers.get(CALL))));
    }

    private boolean isSigned(HttpMethod method, String uri, MultiMap headers) {
        return secret.hasSigned(
                message(method, uri, headers), bytes(String.valueOf(headers.get(SIGNATURE))));
    }

    private static byte[] bytes(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException _) {
            return new byte[0];
        }
    }

    private Optional<String> complaint(Matcher call) {
        if (!call.matches() || !replays.isOfNow(Long.parseLong(call.group(3)))) {
            return Optional.of("it was signed too long ago, or the clocks of two nodes differ");
        }
        long from = HexFormat.fromHexDigitsToLong(call.group(1));
        return replays.isFirst(from, Long.parseLong(call.group(2)))
                ? Optional.empty()
                : Optional.of("it has come before");
    }

    /** Whether a body is the one that was signed. */
    boolean covers(MultiMap headers, byte[] array, int from, int size) {
        return !secret.isGiven() || digest(array, from, size).equals(headers.get(DIGEST));
    }

    private static byte[] message(HttpMethod method, String uri, MultiMap headers) {
        var text = new StringBuilder(method.name()).append(' ').append(uri).append('\n');
        headers.entries().stream()
                .map(it -> it.getKey().toLowerCase(Locale.ROOT) + ":" + it.getValue())
                .filter(CallSignatures::isCovered)
                .sorted()
                .forEach(line -> text.append(line).append('\n'));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isCovered(String line) {
        var name = line.substring(0, line.indexOf(':'));
        return COVERED.matcher(name).matches() && !name.equalsIgnoreCase(SIGNATURE);
    }

    private static String digest(byte[] array, int from, int size) {
        try {
            var sha = MessageDigest.getInstance("SHA-256");
            sha.update(array, from, size);
            return Base64.getEncoder().encodeToString(sha.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
