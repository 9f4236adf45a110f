package dev.belfry.http.callback;

import dev.belfry.check.faults.RawReceiver;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.operate.config.SigningKeys;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A sender with one event loop, and the attempts that tests send with it. */
final class Sending implements AutoCloseable {
    static final Instant NOW = Instant.parse("2030-05-06T07:08:09.250Z");
    static final Duration LONG = Duration.ofSeconds(30);
    static final Duration SHORT = Duration.ofMillis(300);

    private final Vertx vertx = Vertx.vertx();
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
        sender = new VertxCallbackSender(vertx, settings, clock, options);
    }

    static SenderSettings settings(SigningKeys keys) {
        return settings(keys, SHORT);
    }

    private static SenderSettings settings(SigningKeys keys, Duration closePatience) {
        return new SenderSettings(1, 4, 1_000, 1 << 20, keys, closePatience);
    }

    /** Starts an attempt; its replies, of which there should be one, arrive in the queue. */
    BlockingQueue<CallbackReply> start(Callback callback) {
        var replies = new LinkedBlockingQueue<CallbackReply>();
        sender.send(callback.toAttempt(), replies::add);
        return replies;
    }

    CallbackReply send(Callback callback) {
        return await(start(callback));
    }

    CallbackReply send(RawReceiver receiver) {
        return send(Callback.to(receiver.url()));
    }

    static CallbackReply await(BlockingQueue<CallbackReply> replies) {
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
