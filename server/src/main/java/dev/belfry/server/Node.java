package dev.belfry.server;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import dev.belfry.http.api.Api;
import dev.belfry.http.api.BulkApi;
import dev.belfry.http.api.GroupRemovals;
import dev.belfry.http.api.GroupWatch;
import dev.belfry.http.api.Groups;
import dev.belfry.http.api.MoveWorker;
import dev.belfry.http.api.Reads;
import dev.belfry.http.api.RequestHandler;
import dev.belfry.http.api.Route;
import dev.belfry.http.api.StaticFiles;
import dev.belfry.http.api.TracedRoutes;
import dev.belfry.http.callback.SenderSettings;
import dev.belfry.http.callback.VertxCallbackSender;
import dev.belfry.http.peer.PeerSurvey;
import dev.belfry.http.transport.ByteBudget;
import dev.belfry.http.transport.Certificates;
import dev.belfry.http.watch.Documents;
import dev.belfry.http.watch.Health;
import dev.belfry.http.watch.Observatory;
import dev.belfry.http.watch.OwnNotices;
import dev.belfry.node.drive.Engine;
import dev.belfry.node.drive.SystemClock;
import dev.belfry.node.member.NameClash;
import dev.belfry.node.member.Placement;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.config.Secret;
import dev.belfry.operate.config.SoftwareVersion;
import dev.belfry.operate.console.ConsoleFiles;
import dev.belfry.operate.egress.Egress;
import dev.belfry.operate.egress.OwnListeners;
import dev.belfry.operate.metrics.Census;
import dev.belfry.operate.metrics.EngineMetrics;
import dev.belfry.operate.metrics.Gauges;
import dev.belfry.operate.metrics.JvmMeters;
import dev.belfry.operate.metrics.MeteredTimerStore;
import dev.belfry.operate.secret.SecretsFile;
import dev.belfry.operate.trace.Tracing;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.net.ProxyOptions;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The wiring of one node: every part is made here, once. Confined to the server that runs it. */
final class Node {
    private static final Logger LOG = LoggerFactory.getLogger(Node.class);
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration GLANCE = Duration.ofMillis(10);

    /** Looks at the shards while they open take one part of so many of the time. */
    private static final int GLANCES = 10;

    private static final Duration LOOK_AROUND = Duration.ofSeconds(2);
    private static final Duration OPEN_PATIENCE = Duration.ofSeconds(30);
    private static final Duration SOON = Duration.ofSeconds(5);

    /** Shards move within a second; longer it takes only without a database or other nodes. */
    private static final Duration HAND_OVER = Duration.ofSeconds(5);

    /** Room for hundreds of the longest answers of receivers at a time. */
    private static final long ANSWER_MEMORY = 64 << 20;

    private final Configuration configuration;
    private final Consumer<String> failed;
    private final InstantSource clock = InstantSource.system();
    private final int cores = Runtime.getRuntime().availableProcessors();
    private final Incarnation self;
    private final Groups groups;
    private final GroupWatch groupWatch;
    private final ServedGroups served;
    private final PrometheusMeterRegistry registry;
    private final TimerStore store;
    private final Tracing tracing;
    private final Vertx vertx;
    private final OwnListeners ownListeners = new OwnListeners();
    private final Egress egress;
    private final VertxCallbackSender callbacks;
    private final Reloads reloads;
    private final PeerWiring peering;
    private final OwnNotices notices;
    private final EngineMetrics metrics;
    private final Engine engine;
    private final Reads reads;
    private final Gauges gauges;
    private final Census census;
    private final Health health;
    private final PeerSurvey others;
    private final Observatory watch;
    private final BulkApi bulk;
    private final GroupRemovals removals;
    private final MoveWorker moves;
    private final ByteBudget memory;
    private final Listeners listeners;
    private final Optional<Listeners> peerListeners;
    private final Executor ticks;
    private final CallerWiring callers;
    private final AtomicBoolean looking = new AtomicBoolean();
    private final List<Long> timers = new CopyOnWriteArrayList<>();

    /**
     * @param failed is told once, by any thread, when only a restart can help
     */
    Node(Configuration configuration, TimerStore opened, Consumer<String> failed) {
        this.configuration = configuration;
        this.failed = failed;
        this.self = new Incarnation(nodeId(configuration), new SecureRandom().nextLong());
        this.groups = new Groups();
        this.registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        this.store = MeteredTimerStore.of(opened, registry);
        this.reads = new Reads(configuration.http().requestTimeout());
        this.groupWatch = new GroupWatch(store, groups, reads);
        this.vertx = newVertx();
        this.tracing = TraceWiring.tracing(configuration, self.node(), registry, clock);
        this.egress = new Egress(configuration.egress(), ownListeners);
        this.reloads = new Reloads(configuration, vertx, clock);
        this.callbacks = new VertxCallbackSender(vertx, senderSettings(), clock);
        this.notices = new OwnNotices(self.node().value(), clock);
        notices.remindOf("INSECURE", configuration::insecurity);
        this.callers =
                new CallerWiring(
                        configuration,
                        self.node().value(),
                        clock,
                        reloads.keys(),
                        reloads::clusterSecrets);
        notices.keepLookingAt("KEYS_UNREADABLE", reloads.failureOf("auth.keys"));
        notices.keepLookingAt("SECRETS_UNREADABLE", reloads.failureOf(SecretsFile.KEY));
        notices.keepLookingAt("AUDIT_INCOMPLETE", callers::auditFailure);
        notices.keepLookingAt(
                "FILE_REFUSED", reloads.failureOf("http.tls", "cluster.tls", "cluster.secret"));
        notices.keepLookingAt("DATABASE_REFUSED", () -> ofDatabases(TimerStore::refusal));
        notices.remindOf("DATABASE_WEAK", () -> ofDatabases(TimerStore::weakness));
        this.peering =
                new PeerWiring(configuration, self.node(), vertx, registry, reloads, this::engine);
        this.metrics = new EngineMetrics(registry, clock, peering.metrics(), notices::take);
        this.engine =
                new Engine(
                        configuration.engine().toSettings(cores, configuration.cluster().timings()),
                        engineParts());
        this.gauges = new Gauges(registry, clock);
        this.census = new Census(store.lists(), gauges, this::counts, registry, System::nanoTime);
        this.served =
                new ServedGroups(
                        groups, List.of(gauges::serve, this::meter, engine::serve), reads::run);
        this.health =
                new Health(
                        store,
                        engine,
                        self.node(),
                        gauges,
                        reads,
                        configuration.insecurity().isPresent());
        this.others = peering.survey();
        this.watch = new Observatory(self.node().value(), watchParts());
        var context = vertx.getOrCreateContext();
        this.ticks = task -> context.runOnContext(_ -> task.run());
        this.memory = new ByteBudget(configuration.limits().memory().count());
        var parts = apiParts();
        this.bulk = Api.bulk(parts);
        this.removals = newRemovals();
        this.moves = Api.moves(parts, new SplittableRandom(new SecureRandom().nextLong()));
        var routes = routes(Api.routes(parts, bulk));
        this.listeners = listenersForClients(routes);
        this.peerListeners =
                peering.isListening(store)
                        ? Optional.of(listenersForPeers(routes))
                        : Optional.empty();
    }

    private Listeners listenersForClients(List<Route> all) {
        var routes = all.stream().filter(route -> !route.isBetweenNodes()).toList();
        var http = configuration.http();
        return new Listeners(
                vertx,
                http,
                "http",
                new RequestHandler(
                        vertx,
                        routes,
                        files(),
                        http,
                        Optional.empty(),
                        callers.authentication(),
                        callers.audit(),
                        reads,
                        memory),
                reloads.forClients(),
                threads());
    }

    /** What nodes say to each other has a port of its own, and nothing of it is on the other. */
    private Listeners listenersForPeers(List<Route> all) {
        var routes = all.stream().filter(Route::isBetweenNodes).toList();
        var listening = PeerWiring.listening(configuration);
        return new Listeners(
                vertx,
                listening,
                "cluster",
                new RequestHandler(
                        vertx,
                        routes,
                        StaticFiles.NONE,
                        listening,
                        Optional.of(peering.protocol()),
                        callers.authentication(),
                        Optional.empty(),
                        reads,
                        memory),
                reloads.forPeers(),
                threads());
    }

    private static NodeId nodeId(Configuration configuration) {
        return NodeId.ofNode(configuration.node().id().orElseGet(Node::hostName));
    }

    private static String hostName() {
        try {
            var name = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9._-]", "-");
            return name.substring(0, Math.min(64, name.length()));
        } catch (UnknownHostException _) {
            return "belfry";
        }
    }

    /** It serves no files, and so needs none of its file cache. */
    private Vertx newVertx() {
        return Vertx.vertx(
                new VertxOptions()
                        .setPreferNativeTransport(true)
                        .setEventLoopPoolSize(threads())
                        .setFileSystemOptions(
                                new FileSystemOptions()
                                        .setFileCachingEnabled(false)
                                        .setClassPathResolvingEnabled(false)));
    }

    private int threads() {
        return configuration.http().threadsOn(cores);
    }

    private SenderSettings senderSettings() {
        return new SenderSettings(
                threads(),
                configuration.engine().maxInFlightPerHost(),
                configuration.limits().payload().toInt(),
                ANSWER_MEMORY,
                reloads.callbackSecrets(),
                egress,
                configuration.callback().proxy().map(Node::proxy),
                // The engine has waited for them when the sender is closed.
                Duration.ZERO,
                tracing);
    }

    private static ProxyOptions proxy(Secret url) {
        var uri = URI.create(url.value());
        var options = new ProxyOptions().setHost(uri.getHost()).setPort(uri.getPort());
        if (uri.getUserInfo() != null) {
            var words = uri.getUserInfo().split(":", 2);
            options.setUsername(words[0]).setPassword(words.length > 1 ? words[1] : "");
        }
        return options;
    }

    private Engine.Parts engineParts() {
        return new Engine.Parts(
                this::row,
                store,
                groups.toList(),
                callbacks,
                new SystemClock(),
                new SplittableRandom(new SecureRandom().nextLong()),
                peering.replies(),
                () -> peering.lifelines(this::row),
                metrics,
                this::loopFailed);
    }

    private Observatory.Parts watchParts() {
        return new Observatory.Parts(
                configuration,
                this::row,
                engine,
                store,
                groups,
                reads,
                metrics,
                gauges,
                peering.metrics(),
                notices,
                others,
                registry,
                clock);
    }

    private GroupRemovals newRemovals() {
        return new GroupRemovals(
                reads::run,
                store,
                () -> GroupRemovals.isFirst(self.node(), engine.roster()),
                new SplittableRandom(new SecureRandom().nextLong()),
                _ -> groupWatch.look());
    }

    private void loopFailed(Throwable failure) {
        LOG.atError().setCause(failure).log("a loop has failed");
        fail(
                failure instanceof NameClash
                        ? Objects.requireNonNull(failure.getMessage())
                        : "a loop has failed; the log says why");
    }

    private void fail(String reason) {
        health.failed(reason);
        failed.accept(reason);
    }

    private Engine engine() {
        return engine;
    }

    private Api.Parts apiParts() {
        return new Api.Parts(
                configuration,
                engine,
                store,
                groups,
                groupWatch,
                reads,
                clock,
                this::row,
                peering.peers(),
                others,
                peering.owners(tracing),
                peering.metrics(),
                gauges,
                census,
                egress,
                reloads.callbackSecrets(),
                callers.authentication());
    }

    private List<Route> routes(List<Route> api) {
        var routes = new ArrayList<>(api);
        routes.addAll(health.routes());
        routes.addAll(Documents.routes(registry, reads));
        routes.addAll(watch.routes());
        return TracedRoutes.of(routes, tracing);
    }

    private StaticFiles files() {
        return configuration.console().enabled()
                ? StaticFiles.of(ConsoleFiles.open())
                : StaticFiles.NONE;
    }

    private NodeRow row() {
        var address = peering.address(port(), peerListeners.map(Listeners::port)).toString();
        return new NodeRow(
                self,
                address,
                configuration.groups().keySet(),
                configuration.cluster().weight(),
                Placement.VERSION,
                new NodeVersion(SoftwareVersion.running(), peering.protocol().newest()),
                0,
                clock.instant());
    }

    int port() {
        return listeners.port();
    }

    void start() {
        long began = System.nanoTime();
        gauges.register();
        JvmMeters.register(registry);
        callers.start();
        peering.start(registry);
        learnGroups();
        configuration.insecurity().ifPresent(this::warnOfInsecurity);
        listeners.start();
        peerListeners.ifPresent(Listeners::start);
        reloads.start(listeners::certify, this::certifyPeers);
        learnListeners();
        engine.start();
        awaitShards();
        peering.warnIfSpeechless();
        tick();
        every(TICK, this::tick);
        every(TICK, () -> reads.run(census::step));
        every(BulkApi.STEP, bulk::step);
        every(GroupRemovals.STEP, removals::step);
        if (store.territories().size() > 1) {
            every(MoveWorker.STEP, moves::step);
            every(TICK, () -> reads.run(store::lookAtHomesAgain));
        }
        every(LOOK_AROUND, this::lookAround);
        LOG.atInfo()
                .addKeyValue("node", self.node())
                .addKeyValue("address", "%s:%d".formatted(configuration.http().host(), port()))
                .addKeyValue("groups", groups.toList().size())
                .addKeyValue("millis", Duration.ofNanos(System.nanoTime() - began).toMillis())
                .log("listening");
    }

    /** What is declared is opened also when it is there: its shards may have moved elsewhere. */
    private void learnGroups() {
        var declarations = new GroupDeclarations(configuration, store, groupWatch);
        declarations.declare();
        declarations.warnOfForgotten();
        declarations.warnOfHomeless(configuration);
        groupWatch.read();
        groups.toList().stream()
                .filter(group -> configuration.groups().containsKey(group.id()))
                .forEach(engine::open);
        served.start();
    }

    private void meter(List<Group> all) {
        metrics.serve(gauges.watched(), gauges.watched().size() < all.size());
    }

    /** One node counts the timers of a group for all. */
    private boolean counts(GroupId group) {
        return engine.ownerOf(new ShardId(group, 0))
                .filter(it -> it.incarnation().node().equals(self.node()))
                .isPresent();
    }

    private void every(Duration period, Runnable task) {
        timers.add(vertx.setPeriodic(period.toMillis(), _ -> task.run()));
    }

    private void certifyPeers(Certificates renewed) {
        peering.peers().certify(renewed);
        peerListeners.ifPresent(it -> it.certify(renewed));
    }

    /** Names of nodes are looked up, which may take long: one look at a time. */
    private void lookAround() {
        if (looking.compareAndSet(false, true)) {
            vertx.executeBlocking(this::learnListeners).onComplete(_ -> looking.set(false));
        }
    }

    /** Callbacks must not go to any listener of a node. */
    private Void learnListeners() {
        peering.tell(
                ownListeners,
                Stream.concat(Stream.of(listeners), peerListeners.stream())
                        .map(Listeners::port)
                        .toList());
        return null;
    }

    /** What is said of the databases, each by its name if there are several. */
    private Optional<String> ofDatabases(Function<TimerStore, Optional<String>> question) {
        return store.territories().stream()
                .flatMap(it -> question.apply(it.store()).map(it::named).stream())
                .reduce((one, other) -> one + "; " + other);
    }

    private void warnOfInsecurity(String text) {
        LOG.atWarn()
                .addKeyValue("http.host", configuration.http().host())
                .addKeyValue("because", text)
                .log("the server is insecure, as http.insecure allows");
    }

    /** Who waits for the server to be there should not be met by shards that are not open yet. */
    private void awaitShards() {
        var open = new CompletableFuture<Void>();
        glance(open);
        try {
            open.get(OPEN_PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception _) {
            LOG.warn("not every shard is open yet");
            open.cancel(false);
        }
    }

    /** With thousands of groups a look takes as long as claims do: the loops have time for both. */
    private void glance(CompletableFuture<Void> open) {
        long began = System.nanoTime();
        var _ =
                health.areShardsOpen()
                        .thenAccept(
                                areOpen -> {
                                    if (areOpen) {
                                        open.complete(null);
                                    } else if (!open.isDone()) {
                                        var pause = GLANCES * (System.nanoTime() - began);
                                        CompletableFuture.delayedExecutor(
                                                        Math.max(GLANCE.toNanos(), pause),
                                                        TimeUnit.NANOSECONDS,
                                                        reads::run)
                                                .execute(() -> glance(open));
                                    }
                                });
    }

    private void tick() {
        groupWatch.look();
        if (store.isBroken()) {
            fail("the store takes no writes until it is opened anew; the log says why");
        }
        var _ =
                engine.stats()
                        .thenAcceptAsync(
                                stats -> {
                                    gauges.update(stats);
                                    watch.tick();
                                },
                                ticks);
    }

    /**
     * Other nodes get its shards first, while it serves and fires as before. Then no attempt starts
     * any more, and requests and attempts under way have one and the same time to come to an end,
     * in the order of the way of a request.
     */
    void close() {
        long deadline = System.nanoTime() + configuration.node().shutdownPatience().toNanos();
        LOG.info("stopping");
        health.stopping();
        listeners.sendAway();
        peerListeners.ifPresent(Listeners::sendAway);
        engine.handOver(until(Math.min(deadline, System.nanoTime() + HAND_OVER.toNanos())));
        engine.stopFiring();
        bulk.close();
        removals.close();
        moves.close();
        groupWatch.close();
        served.close();
        watch.close();
        listeners.stop(until(deadline));
        timers.forEach(vertx::cancelTimer);
        peerListeners.ifPresent(it -> it.stop(until(deadline)));
        engine.stop(until(deadline));
        callbacks.close();
        peering.close();
        reads.close();
        store.close();
        callers.close();
        reloads.close();
        tracing.close();
        closeVertx();
        LOG.info("stopped");
    }

    private static Duration until(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }

    private void closeVertx() {
        try {
            vertx.close()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(SOON.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            LOG.atWarn().setCause(e).log("threads did not end");
        }
    }
}
