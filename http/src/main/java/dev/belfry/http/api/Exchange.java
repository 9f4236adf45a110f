package dev.belfry.http.api;

import dev.belfry.http.transport.ByteBudget;
import dev.belfry.operate.config.Loopback;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;

/**
 * One request and the one answer to it. The answer may come on any thread; it leaves on its own.
 */
final class Exchange {
    /** Time for a client that is still sending to read why it was refused. */
    private static final long LINGER_MILLIS = 1_000;

    /** Digits of the length of a body that is not worth a connection: less than 100 kB. */
    private static final int LENGTH_OF_A_SHORT_ONE = 5;

    /** Too short to be refused; it is counted all the same. */
    private static final int SHORT_ANSWER = 4 * 1024;

    /** Half a year. */
    private static final String STRICT_TRANSPORT = "max-age=15768000";

    private final Vertx vertx;
    private final HttpServerRequest request;
    private final Context context;
    private final ByteBudget memory;
    private final Runnable ended;
    private final Trail trail;
    private boolean over;

    Exchange(
            Vertx vertx,
            HttpServerRequest request,
            ByteBudget memory,
            Runnable ended,
            Trail trail) {
        this.vertx = vertx;
        this.request = request;
        this.context = vertx.getOrCreateContext();
        this.memory = memory;
        this.ended = ended;
        this.trail = trail;
        request.response().closeHandler(_ -> end());
    }

    /** The request is over: answered, or given up by a client that went away. */
    private void end() {
        if (!over) {
            over = true;
            ended.run();
        }
    }

    /** Runs something on the request's own thread. */
    void run(Runnable task) {
        context.runOnContext(_ -> task.run());
    }

    void answer(@Nullable Answer answer, @Nullable Throwable failure) {
        if (context.equals(Vertx.currentContext())) {
            write(answer, failure);
        } else {
            context.runOnContext(_ -> write(answer, failure));
        }
    }

    /** Refuses a request whose body may still be on its way; a short one is waited for. */
    void refuse(Throwable failure) {
        if (isMuchStillToCome()) {
            refuseAndClose(failure);
        } else {
            drop();
            write(refusal(failure));
        }
    }

    private boolean isMuchStillToCome() {
        if (request.isEnded()) {
            return false;
        }
        var length = request.getHeader("Content-Length");
        return request.getHeader("Transfer-Encoding") != null
                || (length != null && length.length() > LENGTH_OF_A_SHORT_ONE);
    }

    /** Refuses a request and what is still to come of it. */
    void refuseAndClose(Throwable failure) {
        close(refusal(failure));
    }

    /** What can not be understood as HTTP: the connection is of no more use. */
    void refuseInvalid() {
        var cause = request.decoderResult().cause();
        var problem =
                switch (cause) {
                    case TooLongHttpLineException _ ->
                            Problem.of(Code.URI_TOO_LONG, "the request line is over 16 KiB");
                    case TooLongHttpHeaderException _ ->
                            Problem.of(Code.HEADERS_TOO_LARGE, "the header fields are over 16 KiB");
                    case null, default ->
                            Problem.of(Code.INVALID_INPUT, "this is not an HTTP request");
                };
        close(ProblemJson.answer(problem));
    }

    private Answer.Whole refusal(Throwable failure) {
        if (failure instanceof Routes.NotAllowedException notAllowed) {
            return notAllowed(notAllowed.allowed());
        }
        var problem = Problems.of(failure, RequestId.of(request));
        return ProblemJson.answer(isLook() ? problem.withoutChange() : problem);
    }

    private boolean isLook() {
        return request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
    }

    private static Answer.Whole notAllowed(String allowed) {
        return ProblemJson.answer(Problem.of(Code.METHOD_NOT_ALLOWED, "this path takes " + allowed))
                .header("Allow", allowed);
    }

    private void close(Answer.Whole answer) {
        drop();
        write(answer.header("Connection", "close"));
        vertx.setTimer(LINGER_MILLIS, _ -> request.connection().close());
    }

    /** What is still to come of the request is read and dropped. */
    private void drop() {
        if (!request.isEnded()) {
            request.handler(_ -> {});
            request.endHandler(_ -> {});
            request.exceptionHandler(_ -> {});
            request.resume();
        }
    }

    private void write(@Nullable Answer answer, @Nullable Throwable failure) {
        switch (answer) {
            case Answer.Whole whole -> write(whole);
            case Answer.Stream stream -> write(stream);
            case null ->
                    write(refusal(failure == null ? new IllegalStateException("none") : failure));
        }
    }

    private void write(Answer.Whole answer) {
        trail.ended(answer.status());
        end();
        var response = request.response();
        if (response.ended() || response.closed()) {
            return;
        }
        if (answer.body().length() <= SHORT_ANSWER) {
            memory.take(answer.body().length());
            send(answer);
        } else if (memory.tryTake(answer.body().length())) {
            send(answer);
        } else {
            close(tooMuch());
        }
    }

    /** A client that does not read its answers must not fill the memory with them. */
    private Answer.Whole tooMuch() {
        var problem =
                Problem.of(Code.OVERLOADED, "too many bytes of other answers wait to be read");
        return ProblemJson.answer(isLook() ? problem : problem.withUnknownOutcome());
    }

    private void send(Answer.Whole answer) {
        var response = request.response();
        response.setStatusCode(answer.status());
        secure(response);
        answer.headers().forEach(header -> response.putHeader(header.getKey(), header.getValue()));
        int length = answer.body().length();
        sendBody(answer).onComplete(_ -> memory.giveBack(length));
    }

    private Future<Void> sendBody(Answer.Whole answer) {
        var response = request.response();
        if (answer.type().isEmpty()) {
            return response.end();
        }
        response.putHeader("Content-Type", answer.type());
        response.putHeader("Content-Length", Integer.toString(answer.body().length()));
        return request.method().equals(HttpMethod.HEAD)
                ? response.end()
                : response.end(answer.body());
    }

    private void write(Answer.Stream answer) {
        end();
        var response = request.response();
        if (response.closed()) {
            return;
        }
        secure(response);
        response.setChunked(true).putHeader("Content-Type", answer.type());
        if (request.method().equals(HttpMethod.HEAD)) {
            response.end();
        } else {
            answer.start().accept(response);
        }
    }

    /** Answers hold what people sent: no browser is to guess their type or keep them. */
    private void secure(HttpServerResponse response) {
        response.putHeader("X-Content-Type-Options", "nosniff")
                .putHeader("Cache-Control", "no-store");
        if (request.isSSL() && !isThisMachine()) {
            response.putHeader("Strict-Transport-Security", STRICT_TRANSPORT);
        }
    }

    /** Browsers would want https of everything else on this machine, too. */
    private boolean isThisMachine() {
        var authority = request.authority();
        return authority == null || Loopback.isWritten(authority.host());
    }
}
