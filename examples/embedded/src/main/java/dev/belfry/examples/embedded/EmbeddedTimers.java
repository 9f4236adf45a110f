package dev.belfry.examples.embedded;

import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.node.EngineListener;
import dev.belfry.node.Outcome;
import dev.belfry.node.TimerChange;
import dev.belfry.node.drive.Engine;
import dev.belfry.node.drive.EngineSettings;
import dev.belfry.node.drive.SystemClock;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.member.Lifelines;
import dev.belfry.node.member.Placement;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Timers of this application, in a database of its own choice. Thread-safe. */
public final class EmbeddedTimers implements AutoCloseable {
    private static final Group GROUP = Group.of("default", Group.SMALL);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Targets are URLs; nobody calls this one, but what hangs is counted by its host. */
    private static final CallbackTarget TARGET = CallbackTarget.of("http://application/");

    private final TimerStore store;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Engine engine;

    /**
     * Timers in a database, such as {@code sqlite:reminders.db} or {@code jdbc:postgresql://…}.
     *
     * @param handler gets each attempt and says what became of it; what it throws is tried again
     */
    public EmbeddedTimers(String url, Function<Attempt, CallbackReply> handler) {
        this.store = open(url);
        this.engine =
                new Engine(
                        EngineSettings.defaults(Runtime.getRuntime().availableProcessors()),
                        parts(new HandlerSender(handler, threads)));
    }

    private static TimerStore open(String url) {
        return ServiceLoader.load(StoreProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> url.startsWith(provider.scheme() + ":"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no store for this kind of URL"))
                .open(url);
    }

    private Engine.Parts parts(HandlerSender sender) {
        var random = new SecureRandom();
        var self = new Incarnation(new NodeId("application"), random.nextLong());
        return new Engine.Parts(
                () -> row(self),
                store,
                List.of(GROUP),
                sender,
                new SystemClock(),
                new SplittableRandom(random.nextLong()),
                // Of one node alone no shard moves away.
                (shard, attempt, reply) -> {},
                () -> Lifelines.NONE,
                new EngineListener() {},
                failure -> System.err.println("The engine has stopped: " + failure));
    }

    /** One node: no other ever calls its address. */
    private static NodeRow row(Incarnation self) {
        return new NodeRow(
                self,
                "http://localhost",
                Set.of(GROUP.id()),
                1,
                Placement.VERSION,
                NodeVersion.UNTOLD,
                0,
                Instant.now());
    }

    /** From now on timers fire; returns when changes are taken. */
    public void start() throws InterruptedException {
        engine.open();
        engine.start();
        while (openShards() < GROUP.shardCount()) {
            Thread.sleep(Duration.ofMillis(10));
        }
    }

    private int openShards() {
        var groups = engine.stats().join().groups();
        return groups.containsKey(GROUP.id()) ? groups.get(GROUP.id()).openShards() : 0;
    }

    /**
     * Creates a timer; an identical one that is there is as good.
     *
     * @param payload JSON
     * @throws IllegalStateException if it is not stored, or nobody knows whether it is
     */
    public void create(String id, Instant executeAt, String payload) {
        var digest = Digest.of(List.of(bytes(executeAt.toString()), bytes(payload)));
        var spec =
                new TimerSpec(
                        executeAt,
                        TARGET,
                        Payload.of(payload),
                        RetryPolicy.DEFAULT,
                        Optional.empty(),
                        digest);
        var verdict = submit(TimerChange.create(GROUP, key(id), spec));
        if (verdict != Verdict.CREATED && verdict != Verdict.IDENTICAL) {
            throw new IllegalStateException("timer " + id + " is not created: " + verdict);
        }
    }

    /** Whether there was such a timer. No new attempt of it starts. */
    public boolean delete(String id) {
        var change = TimerChange.delete(GROUP, key(id), Precondition.none());
        return submit(change) == Verdict.DELETED;
    }

    private Verdict submit(TimerChange change) {
        var outcome =
                engine.submit(change, PATIENCE)
                        .orTimeout(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (outcome.join() instanceof Outcome.Decided(var decision, _)) {
            return decision.verdict();
        }
        throw new IllegalStateException("the change was not decided: " + outcome.join());
    }

    private static TimerKey key(String id) {
        return new TimerKey(GROUP.id(), id);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Attempts under way are finished first, as far as the time allows. */
    @Override
    public void close() {
        engine.stop(PATIENCE);
        threads.shutdownNow();
        store.close();
    }
}
