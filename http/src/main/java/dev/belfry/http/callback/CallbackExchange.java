package dev.belfry.http.callback;

import dev.belfry.core.timer.AnswerRules;
import dev.belfry.core.timer.DurationText;
import dev.belfry.http.transport.ByteBudget;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.fire.CallbackSender.Recheck;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * One attempt from the first byte to its one reply. Confined to its lane's event loop.
 *
 * <p>Nothing is ever sent twice: once a request has left, whatever happens to it is the reply.
 */
final class CallbackExchange {
    private static final Logger LOG = LoggerFactory.getLogger(CallbackExchange.class);

    /** Longer answers say nothing that Belfry reads. */
    static final int MAX_ANSWER_BYTES = 256 * 1024;

    /** An answer without a payload is shorter. */
    private static final int SHORT_ANSWER_BYTES = 4 * 1024;

    /**
     * An attempt that an event loop comes to later than this has missed its moment; one that needed
     * longer to connect asks whether it still may.
     */
    private static final Duration MAX_DELAY = Duration.ofSeconds(1);

    /** Keeps an attempt that is handed back from coming again at once, and again. */
    private static final Duration HAND_BACK_PAUSE = Duration.ofMillis(100);

    private final Lane lane;
    private final Verdicts verdicts;
    private final ByteBudget memory;
    private final Attempt attempt;
    private final Recheck recheck;
    private final Target target;
    private final Consumer<CallbackReply> reply;
    private final Consumer<CallbackExchange> ended;
    private final long createdNanos = System.nanoTime();
    private final Buffer body = Buffer.buffer();
    private long received;
    private long held;
    private String stage = "no connection";
    private long timer = -1;
    private boolean replied;
    private @Nullable HttpClientRequest request;
    private @Nullable HttpClientResponse response;

    CallbackExchange(
            Lane lane,
            Verdicts verdicts,
            ByteBudget memory,
            Attempt attempt,
            Recheck recheck,
            Consumer<CallbackReply> reply,
            Consumer<CallbackExchange> ended) {
        this.lane = lane;
        this.verdicts = verdicts;
        this.memory = memory;
        this.attempt = attempt;
        this.recheck = recheck;
        this.target = Target.of(attempt.timer());
        this.reply = reply;
        this.ended = ended;
    }

    /** Gives an attempt back that has not been started, on any thread. */
    void handBack() {
        end(new CallbackReply.NotSent(), this::tell);
    }

    void start(MultiMap headers, byte[] message) {
        if (isLate()) {
            handBack();
            return;
        }
        timer = lane.after(remainingMillis(waited()), this::timedOut);
        lane.request(target, headers).onComplete(it -> connected(it, message), this::notConnected);
    }

    /** What may have been forbidden while it connected is asked for anew before bytes leave. */
    private void connected(HttpClientRequest opened, byte[] message) {
        if (replied || !isLate()) {
            send(opened, message);
        } else {
            stage = "no answer of the engine";
            recheck.mayLeave(may -> lane.run(() -> sendIf(may, opened, message)));
        }
    }

    private boolean isLate() {
        return waited().compareTo(MAX_DELAY) > 0;
    }

    private Duration waited() {
        return Duration.ofNanos(System.nanoTime() - createdNanos);
    }

    private void sendIf(boolean may, HttpClientRequest opened, byte[] message) {
        if (may) {
            send(opened, message);
        } else {
            opened.reset();
            handBack();
        }
    }

    private long remainingMillis(Duration delay) {
        return Math.max(1, attempt.timer().spec().target().timeout().minus(delay).toMillis());
    }

    private void send(HttpClientRequest opened, byte[] message) {
        if (replied) {
            opened.reset();
            return;
        }
        request = opened;
        stage = "no answer";
        opened.exceptionHandler(this::failed);
        var answer = message.length == 0 ? opened.send() : opened.send(Buffer.buffer(message));
        answer.onComplete(this::answered, this::failed);
    }

    private void notConnected(Throwable failure) {
        if (failure instanceof ConnectionPoolTooBusyException) {
            lane.after(HAND_BACK_PAUSE.toMillis(), this::handBack);
        } else {
            failed(failure);
        }
    }

    private void answered(HttpClientResponse head) {
        if (replied) {
            return;
        }
        response = head;
        stage = "no complete answer";
        head.exceptionHandler(this::failed);
        head.handler(chunk -> take(head, chunk));
        head.endHandler(_ -> complete(head));
    }

    private void take(HttpClientResponse head, Buffer chunk) {
        received += chunk.length();
        if (received > MAX_ANSWER_BYTES) {
            abort(SuccessBody.tooLong(MAX_ANSWER_BYTES, rules()));
        } else if (!replied && Verdicts.needsBody(head.statusCode())) {
            keep(chunk);
        }
    }

    /** Many long answers at a time must not fill the memory; a short one always finds room. */
    private void keep(Buffer chunk) {
        long more = Math.max(0, received - SHORT_ANSWER_BYTES) - held;
        if (more == 0 || memory.tryTake(more)) {
            held += more;
            body.appendBuffer(chunk);
        } else {
            abort(Failure.because("too many long answers came at the same time"));
        }
    }

    private void complete(HttpClientResponse head) {
        lane.becameIdle(head.request());
        guarded(
                () ->
                        finish(
                                verdicts.of(
                                        head.statusCode(),
                                        retryAfter(head),
                                        body.getBytes(),
                                        rules())));
    }

    private AnswerRules rules() {
        return attempt.timer().spec().retryPolicy().answers();
    }

    /** Whatever goes wrong here, the engine waits for one reply. */
    void guarded(Runnable step) {
        try {
            step.run();
        } catch (RefusedTargetException e) {
            finish(Failure.of(e, target.host()));
        } catch (RuntimeException e) {
            named(LOG.atError()).setCause(e).log("an attempt failed unexpectedly");
            finish(Failure.because(unexpected(e)));
        }
    }

    /** What the line is about, for whoever looks for a timer or a request in the log. */
    private LoggingEventBuilder named(LoggingEventBuilder line) {
        var timer = attempt.timer();
        return line.addKeyValue("timer", timer.key())
                .addKeyValue("correlationId", timer.spec().correlationId().orElse("-"))
                .addKeyValue("webhookId", attempt.webhookId())
                .addKeyValue("attempt", attempt.id().number());
    }

    private String unexpected(RuntimeException e) {
        var what = request == null ? "the request can not be sent" : "the answer can not be read";
        return "%s (%s)".formatted(what, e.getClass().getSimpleName());
    }

    private static Optional<String> retryAfter(HttpClientResponse head) {
        return Optional.ofNullable(head.getHeader(HttpHeaders.RETRY_AFTER));
    }

    private void timedOut() {
        var timeout = DurationText.format(attempt.timer().spec().target().timeout());
        abort(CallbackReply.Failed.unanswered(stage + " within " + timeout));
    }

    private void failed(Throwable failure) {
        abort(Failure.of(failure, target.host()));
    }

    /** Ends an attempt because Belfry stops. */
    void cut() {
        abort(Failure.because("Belfry stopped before the answer came"));
    }

    /** Ends an attempt that can not go on. */
    private void abort(CallbackReply otherwise) {
        if (replied) {
            return;
        }
        guarded(() -> finish(statusAlone().orElse(otherwise)));
        if (request != null) {
            request.reset();
        }
    }

    /** A status that needs no body stands, whatever became of the body. */
    private Optional<CallbackReply> statusAlone() {
        return Optional.ofNullable(response)
                .filter(head -> !Verdicts.needsBody(head.statusCode()))
                .map(head -> verdicts.of(head.statusCode(), retryAfter(head), rules()));
    }

    private int statusOf() {
        return response == null ? CallbackReply.NO_STATUS : response.statusCode();
    }

    /** Answers that arrive together are told together: the engine is woken once for all of them. */
    private void tell(CallbackReply told) {
        try {
            reply.accept(told);
        } finally {
            ended.accept(this);
        }
    }

    private void finish(CallbackReply given) {
        end(given, told -> lane.run(() -> tell(told)));
    }

    private void end(CallbackReply given, Consumer<CallbackReply> teller) {
        if (!replied) {
            replied = true;
            lane.cancel(timer);
            memory.giveBack(held);
            if (LOG.isDebugEnabled()) {
                named(LOG.atDebug()).addKeyValue("status", statusOf()).log("callback answered");
            }
            teller.accept(given.status(statusOf()));
        }
    }
}
