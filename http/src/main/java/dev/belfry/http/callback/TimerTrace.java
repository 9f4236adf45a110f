package dev.belfry.http.callback;

import dev.belfry.core.timer.Timer;
import dev.belfry.operate.trace.TraceContext;
import java.util.Optional;

/**
 * The trace that a timer was made in: that of whoever asked for it; else the one that a correlation
 * id names, which is a trace context or the id of a trace.
 */
final class TimerTrace {
    private TimerTrace() {}

    static Optional<TraceContext> of(Timer timer) {
        var spec = timer.spec();
        return spec.target().traceId().or(spec::correlationId).flatMap(id -> of(id, timer));
    }

    private static Optional<TraceContext> of(String id, Timer timer) {
        return TraceContext.isTraceId(id)
                ? Optional.of(TraceContext.ofTimer(id, true, timer.uuid()))
                : TraceContext.parse(id);
    }
}
