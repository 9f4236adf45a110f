package dev.belfry.server.api;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Reads the body of one request, up to a size and for a time. Confined to the request's context.
 */
final class BodyReader {
    private final Vertx vertx;
    private final HttpServerRequest request;
    private final int limit;
    private final Consumer<Buffer> complete;
    private final Consumer<ProblemException> refused;
    private final Buffer body = Buffer.buffer();
    private long timer;
    private boolean over;

    BodyReader(
            Vertx vertx,
            HttpServerRequest request,
            int limit,
            Consumer<Buffer> complete,
            Consumer<ProblemException> refused) {
        this.vertx = vertx;
        this.request = request;
        this.limit = limit;
        this.complete = complete;
        this.refused = refused;
    }

    /** Starts reading; exactly one of the two outcomes follows, unless the client goes away. */
    void start(Duration timeout) {
        if (announced() > limit) {
            refuse(tooLarge());
            return;
        }
        if ("100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
            request.response().writeContinue();
        }
        timer = vertx.setTimer(timeout.toMillis(), _ -> refuse(late(timeout)));
        request.handler(this::take);
        request.exceptionHandler(_ -> finish());
        request.endHandler(_ -> end());
    }

    private long announced() {
        var length = request.getHeader("Content-Length");
        return length == null || !length.matches("[0-9]{1,18}") ? 0 : Long.parseLong(length);
    }

    private void take(Buffer part) {
        if (!over && body.length() + part.length() > limit) {
            refuse(tooLarge());
        } else if (!over) {
            body.appendBuffer(part);
        }
    }

    private void end() {
        if (finish()) {
            complete.accept(body);
        }
    }

    private void refuse(Problem problem) {
        if (finish()) {
            refused.accept(problem.raised());
        }
    }

    private boolean finish() {
        boolean first = !over;
        over = true;
        vertx.cancelTimer(timer);
        return first;
    }

    private Problem tooLarge() {
        return Problem.of(Code.BODY_TOO_LARGE, "at most %d bytes are taken".formatted(limit));
    }

    private static Problem late(Duration timeout) {
        return Problem.of(
                Code.REQUEST_TIMEOUT,
                "the body was not complete after %d ms".formatted(timeout.toMillis()));
    }
}
