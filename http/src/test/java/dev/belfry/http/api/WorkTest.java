package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.timer.GroupId;
import dev.belfry.http.transport.CallerNetwork;
import dev.belfry.node.EngineListener;
import dev.belfry.node.drive.Engine;
import dev.belfry.node.drive.SystemClock;
import dev.belfry.node.member.Lifelines;
import dev.belfry.node.member.MembershipTimings;
import dev.belfry.node.member.Placement;
import dev.belfry.node.route.Delivery;
import dev.belfry.node.route.Passage;
import dev.belfry.node.route.PeerListener;
import dev.belfry.node.route.Router;
import dev.belfry.operate.access.Caller;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.egress.Egress;
import dev.belfry.operate.egress.OwnListeners;
import dev.belfry.operate.secret.CallbackSecrets;
import dev.belfry.operate.trace.Tracing;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The engine's loops hand over outcomes; the answers are made elsewhere. */
class WorkTest {
    private static final Configuration CONFIGURATION =
            Configuration.load(Optional.empty(), Map.of(), Map.of());
    private static final String TIMER =
            "{\"executeAt\": \"2030-01-01T00:00:00Z\", \"callbackUrl\": \"http://a.example\"}";

    private final Groups groups = new Groups();
    private final Reads reads = new Reads(Duration.ofSeconds(10));
    private final BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    private Engine engine;

    private final MemoryTimerStore store = new MemoryTimerStore(InstantSource.system());

    @BeforeEach
    void start() {
        new GroupWatch(store, groups, reads).create(GroupDefinition.usual(GroupId.DEFAULT));
        engine =
                new Engine(
                        CONFIGURATION.engine().toSettings(1, MembershipTimings.DEFAULT),
                        new Engine.Parts(
                                WorkTest::self,
                                store,
                                groups.toList(),
                                (_, _, _) -> {},
                                new SystemClock(),
                                new SplittableRandom(1),
                                (_, _, _) -> {},
                                () -> Lifelines.NONE,
                                new EngineListener() {},
                                _ -> {}));
        engine.start();
    }

    private static NodeRow self() {
        return new NodeRow(
                new Incarnation(new NodeId("n"), 1),
                "http://localhost",
                Set.of(GroupId.DEFAULT),
                1,
                Placement.VERSION,
                NodeVersion.UNTOLD,
                0,
                Instant.EPOCH);
    }

    @AfterEach
    void stop() {
        engine.close();
        reads.close();
    }

    @Test
    void theAnswerToAChangeIsMadeByTheRequestsOwnThread() throws Exception {
        var asked =
                new RequestedTimer(
                        groups,
                        CONFIGURATION.limits(),
                        new TargetChecks(
                                new Egress(CONFIGURATION.egress(), new OwnListeners()),
                                () -> CallbackSecrets.NONE),
                        InstantSource.system());
        var timers = new TimersApi(store, groups, asked, reads, owners(), 1 << 20);
        for (var method : new HttpMethod[] {HttpMethod.PUT, HttpMethod.PATCH, HttpMethod.DELETE}) {
            var route =
                    timers.routes().stream()
                            .filter(it -> it.method().equals(method))
                            .findFirst()
                            .orElseThrow();
            var answer = route.handler().apply(call(route));
            var task = work.poll(20, TimeUnit.SECONDS);
            assertThat(task).as(method.name()).isNotNull();
            assertThat(answer).isNotDone();
            task.run();
            assertThat(answer).isCompleted();
        }
    }

    /** Nothing is tried twice, so that there is one task for each answer. */
    private Owners owners() {
        var ports =
                new Router.Ports(
                        self().incarnation().node(),
                        engine::ownerOf,
                        System::nanoTime,
                        (_, _) -> {},
                        new PeerListener() {});
        return new Owners(
                new Router(ports, Duration.ZERO),
                engine::submit,
                (_, _, _) -> CompletableFuture.completedFuture(new Delivery.NotSent<>("alone")),
                Tracing.OFF);
    }

    private Call call(Route route) {
        var bytes = TIMER.getBytes(StandardCharsets.UTF_8);
        return new Call(
                route,
                Passage.fromClient(System.nanoTime() + Duration.ofSeconds(10).toNanos()),
                Map.of("groupId", GroupId.DEFAULT.value(), "timerId", "t"),
                Query.parse("", Set.of()),
                MultiMap.caseInsensitiveMultiMap(),
                Caller.ANYONE,
                new CallerNetwork("127.0.0.1"),
                Trail.NONE,
                new Body(bytes, 0, bytes.length),
                work::add);
    }
}
