package dev.belfry.http.peer;

import dev.belfry.core.store.NodeRow;
import dev.belfry.http.transport.Certificates;
import dev.belfry.node.route.Delivery;
import dev.belfry.node.route.Passage;
import dev.belfry.node.route.PeerListener;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The other nodes, over connections that are kept. Nothing is sent twice here. Thread-safe. */
public final class Peers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Peers.class);

    /** A node that does not even accept a connection by then is taken for unreachable. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

    /** The same with a handshake, which takes the cores of both. */
    private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(3);

    /** Far shorter than a node keeps an idle connection: it must not close one just in use. */
    private static final int KEEP_ALIVE_SECONDS = 10;

    /** Requests to one node at the same time. */
    private static final int MOST_CONNECTIONS = 256;

    /** Requests that wait for a connection; what is beyond was certainly not sent. */
    private static final int MOST_WAITING = 10_000;

    private static final Duration CLOSED_WITHIN = Duration.ofSeconds(2);

    private final HttpClientAgent client;
    private final boolean isSecured;
    private final Protocol protocol;
    private final LongSupplier nanos;
    private final PeerListener listener;

    /**
     * The others of a node.
     *
     * @param certificates with which it speaks TLS to them, and nothing else
     */
    public Peers(
            Vertx vertx,
            Protocol protocol,
            Optional<Certificates> certificates,
            LongSupplier nanos,
            PeerListener listener) {
        var options = clientOptions();
        certificates.ifPresent(it -> it.secure(options, HANDSHAKE_TIMEOUT));
        this.client = vertx.httpClientBuilder().with(options).with(poolOptions()).build();
        this.isSecured = certificates.isPresent();
        this.protocol = protocol;
        this.nanos = nanos;
        this.listener = listener;
    }

    private static HttpClientOptions clientOptions() {
        return new HttpClientOptions()
                .setConnectTimeout((int) CONNECT_TIMEOUT.toMillis())
                .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
                .setTcpNoDelay(true);
    }

    /** New connections are made with these certificates; those that are open go on. */
    public void certify(Certificates renewed) {
        client.updateSSLOptions(renewed.client(HANDSHAKE_TIMEOUT))
                .onFailure(e -> LOG.atError().setCause(e).log("certificates could not be changed"));
    }

    private static PoolOptions poolOptions() {
        return new PoolOptions()
                .setHttp1MaxSize(MOST_CONNECTIONS)
                .setMaxWaitQueueSize(MOST_WAITING);
    }

    /** Tells another node something of this node's own. */
    public CompletableFuture<Delivery<PeerResponse>> tell(
            NodeRow node, PeerRequest asked, Duration patience) {
        return send(node, asked, new Passage(1, nanos.getAsLong() + patience.toNanos()));
    }

    /**
     * Sends a request to another node, once.
     *
     * @param node with an address for others such as {@code http://10.0.0.3:8081}
     * @param onward the passage with this hop in it
     */
    public CompletableFuture<Delivery<PeerResponse>> send(
            NodeRow node, PeerRequest asked, Passage onward) {
        long began = nanos.getAsLong();
        var left = onward.left(began);
        if (!protocol.maySend()) {
            return done(new Delivery.NotSent<>("cluster.secret is not set on this node"), began);
        }
        var address = node.peerAddress();
        if (address.isEmpty()) {
            return done(new Delivery.NotSent<>("it does not listen to other nodes"), began);
        }
        if (isSecured && !address.get().startsWith("https:")) {
            return done(new Delivery.NotSent<>("cluster.tls is not set on that node"), began);
        }
        var silence = protocol.silence(node.version());
        if (silence.isPresent()) {
            return done(new Delivery.NotSent<>(silence.get()), began);
        }
        if (left.toMillis() == 0) {
            return done(new Delivery.NotSent<>("there is no time left"), began);
        }
        try {
            var headers = protocol.headers(node, asked, onward, nanos.getAsLong());
            return client.request(options(address.get(), asked, headers, left))
                    .compose(
                            request -> deliver(request, asked, onward),
                            failure -> Future.succeededFuture(notSent(failure)))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .whenComplete((delivery, _) -> report(delivery, began));
        } catch (VertxException e) {
            // The address in the other node's row is none.
            return done(notSent(e), began);
        }
    }

    private RequestOptions options(
            String address, PeerRequest asked, MultiMap headers, Duration left) {
        var patience = isSecured ? HANDSHAKE_TIMEOUT : CONNECT_TIMEOUT;
        long connect = Math.min(left.toMillis(), patience.toMillis());
        return new RequestOptions()
                .setAbsoluteURI(address)
                .setURI(Protocol.PREFIX + asked.uri())
                .setMethod(asked.method())
                .setConnectTimeout(connect)
                .setHeaders(headers);
    }

    /** From here on bytes may be on their way: a failure leaves it open what became of them. */
    private Future<Delivery<PeerResponse>> deliver(
            HttpClientRequest request, PeerRequest asked, Passage onward) {
        long left = Math.max(1, onward.left(nanos.getAsLong()).toMillis());
        request.idleTimeout(left);
        return request.send(asked.body())
                .compose(
                        response ->
                                response.body()
                                        .<Delivery<PeerResponse>>map(
                                                body ->
                                                        new Delivery.Answered<>(
                                                                new PeerResponse(
                                                                        response.statusCode(),
                                                                        response.headers(),
                                                                        body))))
                .timeout(left, TimeUnit.MILLISECONDS)
                .recover(
                        failure -> {
                            request.reset();
                            return Future.succeededFuture(new Delivery.Lost<>(said(failure)));
                        });
    }

    private static Delivery<PeerResponse> notSent(Throwable failure) {
        return new Delivery.NotSent<>(said(failure));
    }

    private static String said(Throwable failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    private CompletableFuture<Delivery<PeerResponse>> done(
            Delivery<PeerResponse> delivery, long began) {
        report(delivery, began);
        return CompletableFuture.completedFuture(delivery);
    }

    private void report(Delivery<?> delivery, long began) {
        listener.delivered(delivery, Duration.ofNanos(nanos.getAsLong() - began));
    }

    @Override
    public void close() {
        client.shutdown(CLOSED_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    }
}
