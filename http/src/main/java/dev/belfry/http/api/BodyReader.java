package dev.belfry.http.api;

import dev.belfry.http.transport.ByteBudget;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Reads the body of one request, up to a size, for a time, and within the memory that all requests
 * share: it takes memory as bytes come, whatever was announced. Confined to the request's context.
 */
final class BodyReader {
    /** As much as most bodies need. */
    private static final int FIRST_PIECE = 4 * 1024;

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    private final Vertx vertx;
    private final HttpServerRequest request;
    private final int limit;
    private final ByteBudget memory;
    private final Listener listener;
    private byte[] body = new byte[0];
    private int most;
    private int size;
    private long timer;
    private boolean over;

    /** Hears of the one outcome. */
    interface Listener {
        /**
         * All of it has come.
         *
         * @param held its memory, which is the listener's from now on
         */
        void complete(Body body, long held);

        void refused(ProblemException refusal);
    }

    BodyReader(
            Vertx vertx,
            HttpServerRequest request,
            int limit,
            ByteBudget memory,
            Listener listener) {
        this.vertx = vertx;
        this.request = request;
        this.limit = limit;
        this.memory = memory;
        this.listener = listener;
    }

    /** Starts reading; exactly one of the two outcomes follows, unless the client goes away. */
    void start(Duration timeout) {
        long announced = announced();
        if (announced > limit) {
            refuse(tooLarge());
        } else {
            most = announced == 0 ? limit : (int) announced;
            read(timeout);
        }
    }

    private void read(Duration timeout) {
        if ("100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
            request.response().writeContinue();
        }
        timer = vertx.setTimer(timeout.toMillis(), _ -> refuse(late(timeout)));
        request.handler(this::take);
        request.exceptionHandler(_ -> giveUp());
        request.endHandler(_ -> end());
    }

    private long announced() {
        var length = request.getHeader("Content-Length");
        return length == null || !NUMBER.matcher(length).matches() ? 0 : Long.parseLong(length);
    }

    private boolean hasRoomFor(int needed) {
        if (needed <= body.length) {
            return true;
        }
        long grown = Math.max(FIRST_PIECE, 2L * needed);
        long kept = needed <= ByteBudget.LITTLE ? Math.min(grown, ByteBudget.LITTLE) : grown;
        int wanted = (int) Math.min(most, kept);
        if (!memory.tryTake(wanted - body.length, wanted)) {
            return false;
        }
        body = Arrays.copyOf(body, wanted);
        return true;
    }

    private void take(Buffer part) {
        int needed = size + part.length();
        if (over) {
            return;
        }
        if (needed > most) {
            refuse(tooLarge());
        } else if (!hasRoomFor(needed)) {
            refuse(overloaded());
        } else {
            part.getBytes(body, size);
            size = needed;
        }
    }

    private void end() {
        if (finish()) {
            listener.complete(new Body(body, 0, size), body.length);
        }
    }

    private void refuse(Problem problem) {
        if (giveUp()) {
            listener.refused(problem.raised());
        }
    }

    private boolean giveUp() {
        boolean first = finish();
        if (first) {
            memory.giveBack(body.length);
            body = new byte[0];
        }
        return first;
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

    private static Problem overloaded() {
        return Problem.of(
                Code.OVERLOADED, "too many bytes of other requests are held; nothing was changed");
    }

    private static Problem late(Duration timeout) {
        return Problem.of(
                Code.REQUEST_TIMEOUT,
                "the body was not complete after %d ms".formatted(timeout.toMillis()));
    }
}
