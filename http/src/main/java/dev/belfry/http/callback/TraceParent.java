package dev.belfry.http.callback;

import dev.belfry.core.timer.TimerSpec;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The W3C trace context that goes with a callback. The trace of whoever asked for the timer goes
 * on; else a correlation id that is a trace context, or the id of a trace, joins the receiver's
 * work to that trace; any other gets a trace of its own.
 */
final class TraceParent {
    private static final Pattern CONTEXT =
            Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");
    private static final Pattern TRACE_ID = Pattern.compile("(?!0{32})[0-9a-f]{32}");
    private static final int TRACE_ID_BYTES = 16;
    private static final int PARENT_ID_BYTES = 8;

    private TraceParent() {}

    static String of(TimerSpec spec, RandomGenerator random) {
        return spec.target()
                .traceId()
                .map(id -> inTrace(id, random))
                .orElseGet(() -> of(spec.correlationId(), random));
    }

    private static String of(Optional<String> correlationId, RandomGenerator random) {
        return correlationId
                .filter(id -> CONTEXT.matcher(id).matches())
                .orElseGet(() -> inTrace(traceId(correlationId, random), random));
    }

    private static String traceId(Optional<String> correlationId, RandomGenerator random) {
        return correlationId
                .filter(id -> TRACE_ID.matcher(id).matches())
                .orElseGet(() -> hex(TRACE_ID_BYTES, random));
    }

    private static String inTrace(String traceId, RandomGenerator random) {
        return "00-" + traceId + "-" + hex(PARENT_ID_BYTES, random) + "-01";
    }

    /** Random hex digits; the last byte is odd, because all zeros would be no id. */
    private static String hex(int size, RandomGenerator random) {
        var bytes = new byte[size];
        random.nextBytes(bytes);
        bytes[size - 1] |= 1;
        return HexFormat.of().formatHex(bytes);
    }
}
