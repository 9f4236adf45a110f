package dev.belfry.operate.trace;

import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Tracing for a collector that speaks the OpenTelemetry protocol. Traces that begin here are all
 * collected; of others whoever began them decides. Thread-safe.
 */
public final class OtlpTracing implements Tracing {
    private final SpanExport export;
    private final InstantSource clock;

    public OtlpTracing(SpanExport export, InstantSource clock) {
        this.export = export;
        this.clock = clock;
    }

    @Override
    public boolean isOn() {
        return true;
    }

    @Override
    public TraceSpan begin(SpanKind kind, String name, SpanOrigin origin) {
        var random = ThreadLocalRandom.current();
        return switch (origin) {
            case SpanOrigin.None() -> {
                var root = TraceContext.root(true, random);
                yield span(kind, name, root, Optional.empty(), Optional.empty());
            }
            case SpanOrigin.PartOf(var parent) ->
                    span(
                            kind,
                            name,
                            parent.next(random),
                            Optional.of(parent.spanId()),
                            Optional.empty());
            case SpanOrigin.At(var place, var parent) ->
                    span(kind, name, place, Optional.of(parent.spanId()), Optional.empty());
            case SpanOrigin.CausedBy(var cause) ->
                    span(
                            kind,
                            name,
                            TraceContext.root(cause.sampled(), random),
                            Optional.empty(),
                            Optional.of(cause));
        };
    }

    private TraceSpan span(
            SpanKind kind,
            String name,
            TraceContext context,
            Optional<String> parent,
            Optional<TraceContext> cause) {
        return context.sampled()
                ? new RecordedSpan(
                        kind, name, context, parent, cause, clock.instant(), export::offer)
                : new UnrecordedSpan(context);
    }

    @Override
    public void close() {
        export.close();
    }
}
