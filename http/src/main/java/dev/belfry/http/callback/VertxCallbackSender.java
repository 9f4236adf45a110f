package dev.belfry.http.callback;

import dev.belfry.http.transport.ByteBudget;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.fire.CallbackSender;
import dev.belfry.operate.secret.Credential;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivers callbacks with the HTTP client of Vert.x. Thread-safe. */
public final class VertxCallbackSender implements CallbackSender, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(VertxCallbackSender.class);
    private static final String USER_AGENT = "Belfry";

    /** A host that does not even accept a connection by then must not hold room in the pool. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    /** The lanes do not use older ones anyway; this is when the client closes them. */
    private static final int KEEP_ALIVE_SECONDS = 2;

    private static final Duration CLIENT_CLOSE = Duration.ofSeconds(5);

    private final SenderSettings settings;
    private final Verdicts verdicts;
    private final ByteBudget answers;
    private final List<Lane> lanes;
    private final AtomicInteger next = new AtomicInteger();
    private final Map<CallbackExchange, Lane> underWay = new ConcurrentHashMap<>();
    private final Object finished = new Object();
    private volatile boolean closing;

    public VertxCallbackSender(Vertx vertx, SenderSettings settings, InstantSource clock) {
        this(vertx, settings, clock, new HttpClientOptions());
    }

    VertxCallbackSender(
            Vertx vertx, SenderSettings settings, InstantSource clock, HttpClientOptions base) {
        this.settings = settings;
        this.verdicts = new Verdicts(clock, settings.maxPayloadBytes());
        this.answers = new ByteBudget(settings.answerMemory());
        this.lanes =
                IntStream.range(0, settings.eventLoops())
                        .mapToObj(_ -> lane(vertx, settings, base))
                        .toList();
    }

    private static Lane lane(Vertx vertx, SenderSettings settings, HttpClientOptions base) {
        var client =
                vertx.httpClientBuilder()
                        .with(clientOptions(base, settings))
                        .with(poolOptions(settings.maxInFlightPerHost()))
                        .build();
        var context = ((VertxInternal) vertx).createEventLoopContext();
        return new Lane(vertx, context, client, destinations(context, settings));
    }

    private static Destinations destinations(ContextInternal context, SenderSettings settings) {
        return new Destinations(
                settings.egress(), new NameLookup(context)::find, settings.proxy().isPresent());
    }

    private static HttpClientOptions clientOptions(
            HttpClientOptions base, SenderSettings settings) {
        var options = new HttpClientOptions(base);
        settings.proxy().ifPresent(options::setProxyOptions);
        return options.setUseAlpn(true)
                .setAlpnVersions(List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1))
                .setConnectTimeout((int) CONNECT_TIMEOUT.toMillis())
                .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
                .setTcpNoDelay(true);
    }

    /**
     * Twice the attempts that can be in flight: connections that are still closing, or that a dead
     * host does not answer, count too. Nothing waits in a queue: an attempt starts at once or is
     * handed back.
     */
    private static PoolOptions poolOptions(int maxInFlightPerHost) {
        return new PoolOptions()
                .setHttp1MaxSize(2 * maxInFlightPerHost)
                .setHttp2MaxSize(2 * maxInFlightPerHost)
                .setMaxWaitQueueSize(0);
    }

    @Override
    public void send(Attempt attempt, Recheck recheck, Consumer<CallbackReply> reply) {
        var lane = lanes.get(Math.floorMod(next.getAndIncrement(), lanes.size()));
        var trace = AttemptTrace.of(settings.tracing(), attempt, reply);
        var exchange =
                new CallbackExchange(lane, verdicts, answers, attempt, recheck, trace, this::ended);
        underWay.put(exchange, lane);
        if (closing) {
            exchange.handBack();
        } else {
            lane.run(() -> start(exchange, attempt, trace));
        }
    }

    private void start(CallbackExchange exchange, Attempt attempt, AttemptTrace trace) {
        exchange.guarded(
                () -> {
                    var message = CallbackMessage.of(attempt);
                    exchange.start(headers(attempt, message, trace), message.body());
                });
    }

    private MultiMap headers(Attempt attempt, CallbackMessage message, AttemptTrace trace) {
        var spec = attempt.timer().spec();
        var headers =
                HttpHeaders.headers()
                        .set(HttpHeaders.USER_AGENT, USER_AGENT)
                        .set("webhook-id", message.id())
                        .set("webhook-timestamp", Long.toString(message.timestamp()))
                        .set("traceparent", trace.header());
        if (spec.target().method().hasBody()) {
            headers.set(HttpHeaders.CONTENT_TYPE, "application/json");
        }
        message.names().forEach(headers::set);
        var keys = settings.secrets().get().keysOf(attempt.timer().key().group());
        if (!keys.isEmpty()) {
            var signature = keys.sign(message.id(), message.timestamp(), message.body());
            headers.set("webhook-signature", signature);
        }
        spec.target().headers().byName().forEach(headers::set);
        credential(attempt).ifPresent(it -> headers.set(it.header(), it.value().value()));
        return headers;
    }

    /** What the callback carries; an attempt whose credential may not go there is none. */
    private Optional<Credential> credential(Attempt attempt) {
        var timer = attempt.timer();
        var name = timer.spec().target().credential();
        if (name.isNone()) {
            return Optional.empty();
        }
        var found =
                settings.secrets()
                        .get()
                        .credential(
                                name,
                                timer.key().group(),
                                timer.spec().target().address().origin());
        if (found.isEmpty()) {
            throw new RefusedTargetException("the credential is not for this host");
        }
        return found;
    }

    private void ended(CallbackExchange exchange) {
        underWay.remove(exchange);
        if (closing && underWay.isEmpty()) {
            synchronized (finished) {
                finished.notifyAll();
            }
        }
    }

    /** Waits for attempts under way, for a bounded time, and cuts those that are left. */
    @Override
    public void close() {
        closing = true;
        try {
            awaitUnderWay();
            underWay.forEach((exchange, lane) -> lane.run(exchange::cut));
            closeClients();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitUnderWay() throws InterruptedException {
        long deadline = System.nanoTime() + settings.closePatience().toNanos();
        synchronized (finished) {
            long left = deadline - System.nanoTime();
            while (!underWay.isEmpty() && left > 0) {
                TimeUnit.NANOSECONDS.timedWait(finished, Math.max(left, 1_000_000));
                left = deadline - System.nanoTime();
            }
        }
    }

    private void closeClients() throws InterruptedException {
        var closed = new CountDownLatch(lanes.size());
        lanes.forEach(lane -> lane.close().onComplete(_ -> closed.countDown()));
        if (!closed.await(CLIENT_CLOSE.toMillis(), TimeUnit.MILLISECONDS)) {
            LOG.warn("connections did not close in time");
        }
    }
}
