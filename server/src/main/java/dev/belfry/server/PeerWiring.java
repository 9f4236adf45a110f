package dev.belfry.server;

import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.NodeAddress;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.TimerStore;
import dev.belfry.http.api.Owners;
import dev.belfry.http.peer.ClusterSecret;
import dev.belfry.http.peer.OrphanReplyJson;
import dev.belfry.http.peer.PeerLifelines;
import dev.belfry.http.peer.PeerRequest;
import dev.belfry.http.peer.PeerSurvey;
import dev.belfry.http.peer.Peers;
import dev.belfry.http.peer.Protocol;
import dev.belfry.node.drive.Engine;
import dev.belfry.node.member.Lifelines;
import dev.belfry.node.route.OrphanReply;
import dev.belfry.node.route.ReplyForwarding;
import dev.belfry.node.route.Router;
import dev.belfry.node.shard.OrphanReplies;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.config.HttpConfig;
import dev.belfry.operate.egress.OwnListeners;
import dev.belfry.operate.metrics.ClusterMetrics;
import dev.belfry.operate.trace.Tracing;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The wiring of a node with the others on its database. Thread-safe. */
final class PeerWiring implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerWiring.class);
    private static final Duration REPLY_PATIENCE = Duration.ofSeconds(5);
    private static final Duration TOLD_WITHIN = Duration.ofSeconds(2);

    private final Configuration configuration;
    private final NodeId self;
    private final Vertx vertx;
    private final Supplier<Engine> engine;
    private final ClusterMetrics metrics;
    private final Protocol protocol;
    private final Peers peers;
    private final ReplyForwarding replies;
    private final List<PeerLifelines> lifelines = new CopyOnWriteArrayList<>();

    /**
     * The others of a node.
     *
     * @param engine of this node; asked for when there is something to do
     */
    PeerWiring(
            Configuration configuration,
            NodeId self,
            Vertx vertx,
            MeterRegistry registry,
            Reloads reloads,
            Supplier<Engine> engine) {
        this.configuration = configuration;
        this.self = self;
        this.vertx = vertx;
        this.engine = engine;
        this.metrics = new ClusterMetrics(registry);
        this.protocol = new Protocol(self, secret(configuration, reloads), InstantSource.system());
        this.peers = new Peers(vertx, protocol, reloads.forPeers(), System::nanoTime, metrics);
        this.replies =
                new ReplyForwarding(
                        new ReplyForwarding.Ports(
                                self, this::members, this::replied, this::tell, this::after));
    }

    /** What nodes know each other by; without one they must be on the same machine. */
    private static ClusterSecret secret(Configuration configuration, Reloads reloads) {
        boolean isTrusted =
                configuration.cluster().tls().isOn()
                        || (listening(configuration).isLoopback() && !configuration.auth().isOn());
        return ClusterSecret.of(reloads::clusterSecrets, isTrusted);
    }

    /** Where this node listens to the others. */
    static HttpConfig listening(Configuration configuration) {
        var http = configuration.http();
        var cluster = configuration.cluster();
        return http.at(cluster.host().orElse(http.host()), cluster.port());
    }

    /** Whether it listens to others at all: one that is alone on its database needs no port. */
    boolean isListening(TimerStore store) {
        return store.isShared() && protocol.secret().isOfUse();
    }

    ClusterMetrics metrics() {
        return metrics;
    }

    Protocol protocol() {
        return protocol;
    }

    Peers peers() {
        return peers;
    }

    PeerSurvey survey() {
        return new PeerSurvey(self, this::members, peers);
    }

    Owners owners(Tracing tracing) {
        var ports =
                new Router.Ports(
                        self,
                        shard -> engine.get().ownerOf(shard),
                        System::nanoTime,
                        this::after,
                        metrics);
        return new Owners(
                new Router(ports, configuration.cluster().moveWait()),
                (change, timeout) -> engine.get().submit(change, timeout),
                peers::send,
                tracing);
    }

    /**
     * Connections to the others that show when they end, for one database.
     *
     * @param self as this node shows itself
     */
    Lifelines lifelines(Supplier<NodeRow> self) {
        var made = new PeerLifelines(vertx, () -> self.get().peerAddress());
        lifelines.add(made);
        return made;
    }

    OrphanReplies replies() {
        return replies;
    }

    private Collection<NodeRow> members() {
        return engine.get().roster().view().members().values();
    }

    /** Where the nodes say that clients and others reach them. */
    void tell(OwnListeners known, Collection<Integer> ports) {
        var rows = members();
        known.learn(
                ports,
                rows.stream().flatMap(row -> row.peerAddress().stream()).toList(),
                rows.stream().map(NodeRow::apiAddress).toList());
    }

    private CompletableFuture<?> tell(NodeRow member, OrphanReply orphan) {
        var request =
                PeerRequest.json(
                        HttpMethod.POST, OrphanReplyJson.URI, OrphanReplyJson.bytes(orphan));
        return peers.tell(member, request, REPLY_PATIENCE);
    }

    private void replied(OrphanReply orphan) {
        engine.get().replied(orphan.shard(), orphan.attempt(), orphan.result());
    }

    private void after(Duration time, Runnable task) {
        if (time.toMillis() < 1) {
            vertx.runOnContext(_ -> task.run());
        } else {
            vertx.setTimer(time.toMillis(), _ -> task.run());
        }
    }

    void start(MeterRegistry registry) {
        metrics.register(registry, () -> members().size(), () -> engine.get().isProven());
    }

    /** Alone it can do without; whoever adds a second one should not have to search. */
    void warnIfSpeechless() {
        var others = members().stream().filter(row -> !row.incarnation().node().equals(self));
        if (!protocol.secret().isOfUse() && others.findAny().isPresent()) {
            LOG.warn(
                    "there are other servers on this database, and without cluster.secret no"
                            + " requests can be passed on to them");
        }
    }

    /**
     * Where this node is reached.
     *
     * @param port that it listens on for clients
     * @param peerPort that it listens on for the others, if it does
     */
    NodeAddress address(int port, Optional<Integer> peerPort) {
        var http = configuration.http();
        return new NodeAddress(
                http.address().orElseGet(() -> url(http.tls().isOn(), http, port)),
                peerPort.map(it -> configuration.cluster().address().orElseGet(() -> peerUrl(it))));
    }

    private String peerUrl(int port) {
        return url(configuration.cluster().tls().isOn(), listening(configuration), port);
    }

    /** One that listens on all addresses is called by the one that its host name has. */
    private static String url(boolean isSecured, HttpConfig listening, int port) {
        return (isSecured ? "https://" : "http://")
                + (listening.isEverywhere()
                        ? hostAddress() + ":" + port
                        : listening.authority(port));
    }

    private static String hostAddress() {
        try {
            return InetAddress.getLocalHost().getHostAddress();
        } catch (UnknownHostException _) {
            return "127.0.0.1";
        }
    }

    @Override
    public void close() {
        replies.allTold()
                .completeOnTimeout(null, TOLD_WITHIN.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        lifelines.forEach(PeerLifelines::close);
        peers.close();
    }
}
