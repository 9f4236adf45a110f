package dev.belfry.http.watch;

import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.http.api.Answer;
import dev.belfry.http.api.JsonBytes;
import dev.belfry.http.api.Reads;
import dev.belfry.http.api.Route;
import dev.belfry.node.EngineStats;
import dev.belfry.node.drive.Engine;
import dev.belfry.operate.metrics.Gauges;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Whether the server should be restarted (live), and whether it should get requests (ready). */
public final class Health {
    private static final int PATIENCE_SECONDS = 2;
    private static final String INSECURE = "INSECURE: see the alarm of this name";

    private final TimerStore store;
    private final Engine engine;
    private final NodeId self;
    private final Gauges gauges;
    private final Reads reads;
    private final boolean isInsecure;
    private volatile Optional<String> failure = Optional.empty();
    private volatile boolean stopping;
    private CompletableFuture<List<Check>> looking = CompletableFuture.completedFuture(List.of());

    /**
     * @param decides whether it must hold for the whole to hold
     */
    private record Check(String name, boolean holds, String reason, boolean decides) {
        Check(String name, boolean holds, String reason) {
            this(name, holds, reason, true);
        }
    }

    /**
     * @param isInsecure whether there is something careless about how others reach the server
     */
    public Health(
            TimerStore store,
            Engine engine,
            NodeId self,
            Gauges gauges,
            Reads reads,
            boolean isInsecure) {
        this.store = store;
        this.engine = engine;
        this.self = self;
        this.gauges = gauges;
        this.reads = reads;
        this.isInsecure = isInsecure;
    }

    /** A part of the server is beyond help: only a restart mends it. */
    public void failed(String reason) {
        failure = Optional.of(reason);
    }

    /** No new requests are wanted. */
    public void stopping() {
        stopping = true;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/health/live", _ -> CompletableFuture.completedFuture(live()))
                        .vital()
                        .open(),
                Route.get("/health/ready", _ -> ready()).vital().open());
    }

    private Answer live() {
        return answer(Stream.concat(Stream.of(working()), guarded().stream()).toList());
    }

    /** However many ask, one look at a time is enough for all. */
    private synchronized CompletableFuture<Answer> ready() {
        if (looking.isDone()) {
            looking = looked();
        }
        return looking.thenApply(Health::answer);
    }

    private CompletableFuture<List<Check>> looked() {
        var open =
                engine.stats()
                        .thenApply(this::allOpen)
                        .completeOnTimeout(false, PATIENCE_SECONDS, TimeUnit.SECONDS);
        return databases().thenCombineAsync(open, this::checks, reads::run);
    }

    /** Which databases answer, each asked at the same time. */
    private CompletableFuture<SequencedMap<String, Boolean>> databases() {
        CompletableFuture<SequencedMap<String, Boolean>> all =
                CompletableFuture.completedFuture(new LinkedHashMap<>());
        for (var territory : store.territories()) {
            var one =
                    reads.look(() -> answers(territory.store()))
                            .completeOnTimeout(false, PATIENCE_SECONDS, TimeUnit.SECONDS)
                            .exceptionally(_ -> false);
            all =
                    all.thenCombine(
                            one,
                            (answers, answer) -> {
                                answers.put(territory.name(), answer);
                                return answers;
                            });
        }
        return all;
    }

    private List<Check> checks(SequencedMap<String, Boolean> databases, boolean allOpen) {
        var checks = new ArrayList<Check>();
        checks.add(working());
        checks.add(new Check("store", databases.containsValue(true), "it does not answer"));
        if (databases.size() > 1) {
            databases.forEach((name, answers) -> checks.add(database(name, answers)));
        }
        checks.add(
                new Check(
                        "membership",
                        engine.isProven(),
                        "the store has no fresh sign of life of this node"));
        checks.add(new Check("shards", allOpen, "not every shard is open"));
        checks.add(new Check("running", !stopping, "the server is stopping"));
        guarded().ifPresent(checks::add);
        return checks;
    }

    /**
     * That a door is open was chosen: it is told, but not to everybody which, and decides nothing.
     */
    private Optional<Check> guarded() {
        return isInsecure
                ? Optional.of(new Check("security", false, INSECURE, false))
                : Optional.empty();
    }

    /** One of several that is down stops its own shards; the node is of use for the others. */
    private static Check database(String name, boolean answers) {
        return new Check("store." + name, answers, "it does not answer", false);
    }

    /** Looks whether all shards that should be open here are, in each database. */
    public CompletableFuture<Boolean> areShardsOpen() {
        return engine.stats().thenApply(stats -> allOpen(stats) && engine.isProvenEverywhere());
    }

    private boolean allOpen(EngineStats stats) {
        gauges.update(stats);
        return engine.isProven() && gauges.allOpen(group -> engine.share(self, group));
    }

    private static boolean answers(TimerStore database) {
        try {
            var _ = database.pauses().inForce();
            return true;
        } catch (StoreException _) {
            return false;
        }
    }

    private Check working() {
        return new Check("engine", failure.isEmpty(), failure.orElse(""));
    }

    private static Answer answer(List<Check> checks) {
        boolean all = checks.stream().allMatch(check -> check.holds() || !check.decides());
        return Answer.json(
                all ? 200 : 503,
                JsonBytes.object(
                        json ->
                                json.text("status", all ? "UP" : "DOWN")
                                        .list("checks", checks, Health::write)));
    }

    private static void write(JsonBytes json, Check check) throws IOException {
        json.text("name", check.name()).text("status", check.holds() ? "UP" : "DOWN");
        if (!check.holds()) {
            json.text("reason", check.reason());
        }
    }
}
