package dev.belfry.server;

import dev.belfry.http.api.RequestHandler;
import dev.belfry.http.transport.Certificates;
import dev.belfry.operate.config.HttpConfig;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An open port: one listener for each thread, all on the same port. Confined to its owner. */
final class Listeners {
    private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

    /** Timer ids of 255 code points, each up to twelve characters when percent-encoded, fit. */
    private static final int REQUEST_LINE = 16 * 1024;

    private static final int HEADER_FIELDS = 16 * 1024;

    /**
     * Vert.x gives each listener a port of its own for 0, and all that ask for the same negative
     * number one and the same: so the listeners of each section ask for another.
     */
    private static final Map<String, Integer> ANY_PORT_FOR_ALL = Map.of("http", -1, "cluster", -2);

    /** Whoever needs longer than this for a handshake does not want one. */
    private static final Duration HANDSHAKE = Duration.ofSeconds(10);

    private static final Duration SOON = Duration.ofSeconds(10);

    private final Vertx vertx;
    private final HttpConfig config;
    private final String section;
    private final RequestHandler requests;
    private final Optional<Certificates> certificates;
    private final ClientConnections connections;
    private final int threads;
    private final List<HttpServer> servers = new ArrayList<>();

    /**
     * One for each thread.
     *
     * @param section of the configuration that host and port are from
     * @param certificates with which it speaks TLS and nothing else
     */
    Listeners(
            Vertx vertx,
            HttpConfig config,
            String section,
            RequestHandler requests,
            Optional<Certificates> certificates,
            int threads) {
        this.vertx = vertx;
        this.config = config;
        this.section = section;
        this.requests = requests;
        this.certificates = certificates;
        this.connections = new ClientConnections(config);
        this.threads = threads;
    }

    void start() {
        requests.start();
        var options = new DeploymentOptions().setInstances(threads);
        await(vertx.deployVerticle(this::newListener, options));
    }

    private Listener newListener() {
        var server = vertx.createHttpServer(options());
        server.connectionHandler(connections::opened)
                .requestHandler(requests)
                // Handshakes that fail: scanners, and who speaks no TLS. Counted by nobody.
                .exceptionHandler(e -> LOG.atDebug().setCause(e).log("a connection failed"))
                .invalidRequestHandler(requests::handleInvalid);
        servers.add(server);
        return new Listener(server);
    }

    int port() {
        return servers.getFirst().actualPort();
    }

    private HttpServerOptions options() {
        var options = plainOptions();
        certificates.ifPresent(it -> it.secure(options, handshake()));
        return options;
    }

    private Duration handshake() {
        return config.bodyTimeout().compareTo(HANDSHAKE) < 0 ? config.bodyTimeout() : HANDSHAKE;
    }

    /** New connections are made with these certificates; those that are open go on. */
    void certify(Certificates renewed) {
        for (var server : servers) {
            server.updateSSLOptions(renewed.server(handshake()))
                    .onFailure(
                            e ->
                                    LOG.atError()
                                            .setCause(e)
                                            .log("certificates could not be changed"));
        }
    }

    private HttpServerOptions plainOptions() {
        return new HttpServerOptions()
                .setHost(config.host())
                .setPort(
                        config.port() == 0
                                ? ANY_PORT_FOR_ALL.getOrDefault(section, -3)
                                : config.port())
                .setIdleTimeout((int) config.idleTimeout().toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                .setMaxInitialLineLength(REQUEST_LINE)
                .setMaxHeaderSize(HEADER_FIELDS)
                // Nobody asked for HTTP/2 without TLS: its streams would pass by what is bounded
                // here.
                .setHttp2ClearTextEnabled(false)
                .setTcpNoDelay(true);
    }

    private void await(Future<?> started) {
        try {
            started.toCompletionStage()
                    .toCompletableFuture()
                    .get(SOON.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | CompletionException e) {
            throw ListenFailure.explained(config, section, e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw ListenFailure.explained(config, section, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ListenFailure.explained(config, section, e);
        }
    }

    /** Asks clients to go elsewhere, and serves them meanwhile. */
    void sendAway() {
        requests.sendAway();
    }

    /** Takes no more connections, and waits for requests under way. */
    void stop(Duration patience) {
        var stopped =
                Future.join(
                        servers.stream()
                                .map(
                                        server ->
                                                server.shutdown(
                                                        patience.toMillis(), TimeUnit.MILLISECONDS))
                                .toList());
        try {
            stopped.toCompletionStage()
                    .toCompletableFuture()
                    .get(patience.plus(SOON).toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.atWarn().setCause(e).log("listeners did not close");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Gives a server a thread of its own. */
    private static final class Listener extends VerticleBase {
        private final HttpServer server;

        Listener(HttpServer server) {
            this.server = server;
        }

        @Override
        public Future<?> start() {
            return server.listen();
        }
    }
}
