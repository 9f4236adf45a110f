package dev.belfry.http.callback;

import dev.belfry.check.faults.RawReceiver;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.fire.CallbackSender.Recheck;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.config.SigningKeys;
import dev.belfry.operate.egress.Egress;
import dev.belfry.operate.egress.OwnListeners;
import dev.belfry.operate.secret.CallbackSecrets;
import dev.belfry.operate.trace.Tracing;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A sender with one event loop, and the attempts that tests send with it. */
final class Sending implements AutoCloseable {
    static final Instant NOW = Instant.parse("2030-05-06T07:08:09.250Z");
    static final Duration LONG = Duration.ofSeconds(30);
    static final Duration SHORT = Duration.ofMillis(300);

    /** What a server on loopback may call. */
    static final Egress OWN_MACHINE =
            new Egress(Configuration.defaults().egress(), new OwnListeners());

    private final Vertx vertx;
    private final VertxCallbackSender sender;

    Sending() {
        this(settings(SigningKeys.NONE), new HttpClientOptions());
    }

    Sending(Duration closePatience) {
        this(settings(SigningKeys.NONE, closePatience), new HttpClientOptions());
    }

    Sending(SenderSettings settings, HttpClientOptions options) {
        this(settings, options, InstantSource.fixed(NOW));
    }

    Sending(SenderSettings settings, HttpClientOptions options, InstantSource clock) {
        this(settings, options, clock, Vertx.vertx());
    }

    /** Closes the Vert.x that it is given. */
    Sending(SenderSettings settings, HttpClientOptions options, InstantSource clock, Vertx vertx) {
        this.vertx = vertx;
        sender = new VertxCallbackSender(vertx, settings, clock, options);
    }

    static SenderSettings settings(SigningKeys keys) {
        return settings(keys, SHORT);
    }

    private static SenderSettings settings(SigningKeys keys, Duration closePatience) {
        return settings(1 << 20, keys, closePatience);
    }

    static SenderSettings settings(long answerMemory, SigningKeys keys, Duration closePatience) {
        return new SenderSettings(
                1,
                4,
                1_000,
                answerMemory,
                () -> CallbackSecrets.of(keys),
                OWN_MACHINE,
                Optional.empty(),
                closePatience,
                Tracing.OFF);
    }

    /** Starts an attempt of a timer in this group. */
    BlockingQueue<CallbackReply> start(Callback callback, String group) {
        return start(callback, group, answer -> answer.accept(true));
    }

    private BlockingQueue<CallbackReply> start(Callback callback, String group, Recheck recheck) {
        var replies = new LinkedBlockingQueue<CallbackReply>();
        sender.send(callback.toAttempt(group), recheck, replies::add);
        return replies;
    }

    /** Starts an attempt that asks whether it may still leave, if it has to connect for long. */
    BlockingQueue<CallbackReply> start(Callback callback, Recheck recheck) {
        return start(callback, "default", recheck);
    }

    /** Starts an attempt; its replies, of which there should be one, arrive in the queue. */
    BlockingQueue<CallbackReply> start(Callback callback) {
        return start(callback, "default");
    }

    CallbackReply send(Callback callback) {
        return await(start(callback));
    }

    CallbackReply send(RawReceiver receiver) {
        return send(Callback.to(receiver.url()));
    }

    /** What an answer meant, whatever its status was. */
    static CallbackReply await(BlockingQueue<CallbackReply> replies) {
        return awaitWhole(replies).status(CallbackReply.NO_STATUS);
    }

    static CallbackReply awaitWhole(BlockingQueue<CallbackReply> replies) {
        try {
            var reply = replies.poll(60, TimeUnit.SECONDS);
            if (reply == null) {
                throw new AssertionError("no reply");
            }
            return reply;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    VertxCallbackSender sender() {
        return sender;
    }

    @Override
    public void close() {
        sender.close();
        vertx.close().await();
    }
}
