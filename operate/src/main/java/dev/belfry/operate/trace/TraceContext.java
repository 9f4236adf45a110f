package dev.belfry.operate.trace;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.timer.TimerUuid;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * A place in a trace, as the header {@code traceparent} of the W3C names it.
 *
 * @param traceId 32 hex digits
 * @param spanId 16 hex digits
 * @param sampled whether whoever began the trace wants it collected
 */
public record TraceContext(String traceId, String spanId, boolean sampled) {
    private static final Pattern TRACE_ID = Pattern.compile("(?!0{32})[0-9a-f]{32}");
    private static final Pattern SPAN_ID = Pattern.compile("(?!0{16})[0-9a-f]{16}");

    /** Later versions may have more at the end; the version ff is none. */
    private static final Pattern HEADER =
            Pattern.compile(
                    "(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

    private static final int TRACE_ID_BYTES = 16;
    private static final int SPAN_ID_BYTES = 8;
    private static final int SAMPLED = 1;

    /** Any number: span ids should not look like parts of uuids. */
    private static final long HASH = 0x9E37_79B9_7F4A_7C15L;

    public TraceContext {
        require(isTraceId(traceId), "traceId", "is not the id of a trace");
        require(SPAN_ID.matcher(spanId).matches(), "spanId", "is not the id of a span");
    }

    /** What a header says, if that can be understood. */
    public static Optional<TraceContext> parse(String header) {
        var matcher = HEADER.matcher(header);
        return matcher.matches()
                ? Optional.of(
                        new TraceContext(
                                matcher.group(1),
                                matcher.group(2),
                                (Integer.parseInt(matcher.group(3), 16) & SAMPLED) != 0))
                : Optional.empty();
    }

    public static boolean isTraceId(String text) {
        return TRACE_ID.matcher(text).matches();
    }

    /** The first place of a trace of its own. */
    public static TraceContext root(boolean sampled, RandomGenerator random) {
        return in(hex(TRACE_ID_BYTES, random), sampled, random);
    }

    /** A new place in a trace. */
    public static TraceContext in(String traceId, boolean sampled, RandomGenerator random) {
        return new TraceContext(traceId, hex(SPAN_ID_BYTES, random), sampled);
    }

    TraceContext next(RandomGenerator random) {
        return in(traceId, sampled, random);
    }

    /**
     * The place of a timer in the trace that it was made in: the same for whoever knows both, so
     * that an attempt finds it years later, on another node.
     */
    public static TraceContext ofTimer(String traceId, boolean sampled, TimerUuid timer) {
        long mixed = timer.high() ^ Long.rotateLeft(timer.low(), 32) ^ HASH;
        return new TraceContext(traceId, HexFormat.of().toHexDigits(mixed | 1), sampled);
    }

    /** The header. */
    public String text() {
        return "00-" + traceId + "-" + spanId + (sampled ? "-01" : "-00");
    }

    /** Random hex digits; the last byte is odd, because all zeros would be no id. */
    private static String hex(int size, RandomGenerator random) {
        var bytes = new byte[size];
        random.nextBytes(bytes);
        bytes[size - 1] |= 1;
        return HexFormat.of().formatHex(bytes);
    }
}
