package dev.belfry.operate.trace;

import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** Tells a collector of traces what was done and how long it took; or nobody. Thread-safe. */
public interface Tracing extends AutoCloseable {
    /** Nobody collects traces. */
    Tracing OFF =
            new Tracing() {
                @Override
                public boolean isOn() {
                    return false;
                }

                @Override
                public TraceSpan begin(SpanKind kind, String name, SpanOrigin origin) {
                    return new UnrecordedSpan(
                            TraceContext.root(false, ThreadLocalRandom.current()));
                }

                @Override
                public void close() {}
            };

    /** Whether anybody collects them: who asks first pays nothing if nobody does. */
    boolean isOn();

    /** Begins a piece of work, which ends with its span. */
    TraceSpan begin(SpanKind kind, String name, SpanOrigin origin);

    /** Sends what is left, for a bounded time; throws nothing. */
    @Override
    void close();

    /** What a piece of work is to its trace. */
    enum SpanKind {
        INTERNAL(1),
        SERVER(2),
        CLIENT(3);

        private final int number;

        SpanKind(int number) {
            this.number = number;
        }

        /** Its number in OTLP. */
        int number() {
            return number;
        }
    }

    /** What a piece of work comes from. */
    sealed interface SpanOrigin {
        /** Nothing that is known. */
        record None() implements SpanOrigin {}

        /** It is a part of this. */
        record PartOf(TraceContext parent) implements SpanOrigin {}

        /** It is a part of that, at a place that others can work out. */
        record At(TraceContext place, TraceContext parent) implements SpanOrigin {}

        /** It has a trace of its own, which names this one: it may be one of very many. */
        record CausedBy(TraceContext cause) implements SpanOrigin {}

        static SpanOrigin partOf(Optional<TraceContext> parent) {
            return parent.<SpanOrigin>map(PartOf::new).orElseGet(None::new);
        }
    }
}
