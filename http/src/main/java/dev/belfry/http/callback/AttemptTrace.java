package dev.belfry.http.callback;

import dev.belfry.core.timer.Timer;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.operate.trace.TraceContext;
import dev.belfry.operate.trace.TraceSpan;
import dev.belfry.operate.trace.Tracing;
import dev.belfry.operate.trace.Tracing.SpanKind;
import dev.belfry.operate.trace.Tracing.SpanOrigin;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * The place of an attempt in the trace of its timer, which its callback carries on. It passes the
 * reply of the attempt on. Confined to the attempt.
 */
sealed interface AttemptTrace extends Consumer<CallbackReply> {
    static AttemptTrace of(Tracing tracing, Attempt attempt, Consumer<CallbackReply> reply) {
        return tracing.isOn()
                ? new Traced(tracing, attempt, reply)
                : new Untraced(attempt.timer(), reply);
    }

    /** The header {@code traceparent} of the callback, asked for once: the attempt begins now. */
    String header();

    /** Nobody collects traces; receivers may all the same. */
    record Untraced(Timer timer, Consumer<CallbackReply> reply) implements AttemptTrace {
        @Override
        public String header() {
            return TimerTrace.of(timer)
                    .orElseGet(() -> TraceContext.root(true, ThreadLocalRandom.current()))
                    .text();
        }

        @Override
        public void accept(CallbackReply came) {
            reply.accept(came);
        }
    }

    /** An attempt that is a span. One that was never begun is none. */
    final class Traced implements AttemptTrace {
        private final Tracing tracing;
        private final Attempt attempt;
        private final Consumer<CallbackReply> reply;
        private volatile Optional<TraceSpan> span = Optional.empty();

        Traced(Tracing tracing, Attempt attempt, Consumer<CallbackReply> reply) {
            this.tracing = tracing;
            this.attempt = attempt;
            this.reply = reply;
        }

        @Override
        public String header() {
            var timer = attempt.timer();
            var target = timer.spec().target();
            var begun =
                    tracing.begin(SpanKind.CLIENT, "attempt", origin(timer))
                            .note("belfry.group", timer.key().group().value())
                            .note("belfry.timer", timer.key().id())
                            .note("belfry.attempt", attempt.id().number())
                            .note("http.request.method", target.method().name())
                            .note("server.address", target.address().origin().toString());
            span = Optional.of(begun);
            return begun.context().text();
        }

        /** A schedule may run for years: each run is a trace of its own that names the first. */
        private static SpanOrigin origin(Timer timer) {
            var trace = TimerTrace.of(timer);
            return timer.recurrence().isPresent() && trace.isPresent()
                    ? new SpanOrigin.CausedBy(trace.get())
                    : SpanOrigin.partOf(trace);
        }

        @Override
        public void accept(CallbackReply came) {
            span.ifPresent(it -> end(it, came));
            reply.accept(came);
        }

        private static void end(TraceSpan span, CallbackReply came) {
            switch (came) {
                case CallbackReply.Done _, CallbackReply.RunAgain _, CallbackReply.NotSent _ ->
                        span.end();
                case CallbackReply.Failed failed -> span.fail(failed.error());
                case CallbackReply.FailedForGood failed -> span.fail(failed.error());
            }
        }
    }
}
