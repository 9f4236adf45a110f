package dev.belfry.http.api;

import dev.belfry.operate.trace.TraceContext;
import dev.belfry.operate.trace.TraceSpan;
import dev.belfry.operate.trace.Tracing;
import dev.belfry.operate.trace.Tracing.SpanKind;
import dev.belfry.operate.trace.Tracing.SpanOrigin;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Makes a span of each call that changes something. What a call leads to is a part of it: its span
 * takes the place of the caller's in the header, which timers and other nodes get.
 */
public final class TracedRoutes {
    static final String HEADER = "traceparent";

    private static final Map<String, String> NAMES =
            Map.of("groupId", "belfry.group", "timerId", "belfry.timer");

    private TracedRoutes() {}

    /** The same routes; without a change if nobody collects traces. */
    public static List<Route> of(List<Route> routes, Tracing tracing) {
        return tracing.isOn()
                ? routes.stream().map(route -> isTold(route) ? of(route, tracing) : route).toList()
                : routes;
    }

    /** Looks are many, and change nothing; what nodes have to tell each other is no request. */
    private static boolean isTold(Route route) {
        return !route.isSafe() && !route.access().isForNodes();
    }

    private static Route of(Route route, Tracing tracing) {
        var name = route.method() + " " + route.path();
        return route.handledBy(
                call -> {
                    var span = begin(name, call, tracing);
                    call.headers().set(HEADER, span.context().text());
                    return answered(route, call, span);
                });
    }

    private static TraceSpan begin(String name, Call call, Tracing tracing) {
        var span = tracing.begin(SpanKind.SERVER, name, SpanOrigin.partOf(of(call)));
        span.note("http.request.method", call.route().method().name())
                .note("http.route", call.route().path());
        NAMES.forEach(
                (parameter, key) -> {
                    if (call.path().containsKey(parameter)) {
                        span.note(key, call.path().get(parameter));
                    }
                });
        return span;
    }

    /** The trace that a call belongs to. */
    static Optional<TraceContext> of(Call call) {
        return call.header(HEADER).flatMap(TraceContext::parse);
    }

    private static CompletableFuture<? extends Answer> answered(
            Route route, Call call, TraceSpan span) {
        try {
            return route.handler()
                    .apply(call)
                    .whenComplete((answer, failure) -> end(span, answer, failure));
        } catch (RuntimeException e) {
            end(span, null, e);
            throw e;
        }
    }

    private static void end(TraceSpan span, @Nullable Answer answer, @Nullable Throwable failure) {
        if (failure != null) {
            failed(span, failure);
        } else if (answer instanceof Answer.Whole whole) {
            answered(span, whole.status());
        } else {
            span.end();
        }
    }

    private static void failed(TraceSpan span, Throwable failure) {
        var cause =
                failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
        if (cause instanceof ProblemException refusal) {
            answered(span, refusal.problem().code().status());
        } else {
            span.fail(cause.getClass().getSimpleName());
        }
    }

    /** A refusal is the caller's; only what the server could not do is a failure of it. */
    private static void answered(TraceSpan span, int status) {
        span.note("http.response.status_code", status);
        if (status >= 500) {
            span.fail("status " + status);
        } else {
            span.end();
        }
    }
}
