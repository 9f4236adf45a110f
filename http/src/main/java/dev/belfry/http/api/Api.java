package dev.belfry.http.api;

import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.TimerStore;
import dev.belfry.http.auth.Authentication;
import dev.belfry.http.peer.PeerSurvey;
import dev.belfry.http.peer.Peers;
import dev.belfry.node.drive.Engine;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.egress.Egress;
import dev.belfry.operate.metrics.Census;
import dev.belfry.operate.metrics.ClusterMetrics;
import dev.belfry.operate.metrics.Gauges;
import dev.belfry.operate.secret.CallbackSecrets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** The calls under {@code /api/v1}, wired together. */
public final class Api {
    private Api() {}

    /**
     * What the calls are made of.
     *
     * @param watch keeps the groups in step with the store
     * @param self this node as it shows itself
     * @param peers the other nodes
     * @param others the same, all asked at once
     * @param owners the way of a change to the owner of its shard
     * @param egress where callbacks may go
     * @param secrets what they may carry
     * @param authentication by which clients are known
     */
    public record Parts(
            Configuration configuration,
            Engine engine,
            TimerStore store,
            Groups groups,
            GroupWatch watch,
            Reads reads,
            InstantSource clock,
            Supplier<NodeRow> self,
            Peers peers,
            PeerSurvey others,
            Owners owners,
            ClusterMetrics figures,
            Gauges gauges,
            Census census,
            Egress egress,
            Supplier<CallbackSecrets> secrets,
            Authentication authentication) {}

    /** All of them, and those that only other nodes make. */
    public static List<Route> routes(Parts parts, BulkApi bulk) {
        var limits = parts.configuration().limits();
        var firstUse =
                new FirstUse(
                        parts.store(),
                        parts.groups(),
                        parts.watch(),
                        parts.reads(),
                        parts.configuration().store().groupsOnFirstUse());
        var look = new SecondLook(parts.groups(), parts.watch(), firstUse);
        var routes = new ArrayList<Route>();
        var timers = timers(parts);
        var changes = changes(parts, timers, look);
        routes.addAll(changes);
        changes.stream()
                .filter(route -> !route.isSafe())
                .map(Route::betweenNodes)
                .forEach(routes::add);
        routes.addAll(new ListsApi(parts.store(), parts.groups(), parts.reads(), limits).routes());
        routes.add(new ExportApi(parts).route());
        routes.add(new SchedulePreviewApi(parts.clock()).route());
        routes.addAll(new FailedApi(parts, timers).routes());
        routes.addAll(bulk.routes());
        routes.addAll(new MovesApi(parts).routes());
        routes.addAll(new ExplanationApi(parts).routes());
        routes.addAll(groups(parts));
        routes.addAll(new GroupChangesApi(parts, targets(parts)).routes());
        routes.addAll(
                new SessionApi(parts.authentication(), parts.configuration().http().tls().isOn())
                        .routes());
        routes.add(
                new ClusterApi(
                                parts.self(),
                                parts.engine(),
                                parts.store(),
                                parts.groups(),
                                parts.reads(),
                                parts.figures())
                        .route());
        routes.addAll(
                new PeerApi(
                                parts.engine(),
                                parts.groups(),
                                parts.reads(),
                                2 * limits.body().toInt())
                        .routes());
        return look.of(routes);
    }

    /** Jobs over many timers; whoever wires a node has them step. */
    public static BulkApi bulk(Parts parts) {
        return new BulkApi(parts, timers(parts).routes());
    }

    /** Moves of shards to other databases; whoever wires a node has them step. */
    public static MoveWorker moves(Parts parts, RandomGenerator random) {
        Supplier<String> self = () -> parts.self().get().incarnation().node().value();
        return new MoveWorker(
                parts.store(),
                OwnShards.of(parts.engine(), self),
                parts.groups(),
                self,
                parts.reads()::run,
                random,
                parts.clock(),
                System::nanoTime);
    }

    private static TimersApi timers(Parts parts) {
        var limits = parts.configuration().limits();
        return new TimersApi(
                parts.store(),
                parts.groups(),
                new RequestedTimer(parts.groups(), limits, targets(parts), parts.clock()),
                parts.reads(),
                parts.owners(),
                limits.body().toInt());
    }

    private static TargetChecks targets(Parts parts) {
        return new TargetChecks(parts.egress(), parts.secrets());
    }

    private static List<Route> changes(Parts parts, TimersApi timers, SecondLook look) {
        var routes = new ArrayList<>(timers.routes());
        routes.add(batch(new BatchOperations(timers, parts.owners()), parts, look).route());
        routes.add(batch(new ImportedBatch(parts, targets(parts)), parts, look).route());
        return routes;
    }

    private static BatchApi batch(BatchApi.Kind kind, Parts parts, SecondLook look) {
        return new BatchApi(
                kind, parts.owners(), parts.reads(), look, parts.configuration().limits());
    }

    private static List<Route> groups(Parts parts) {
        var survey =
                new GroupSurvey(
                        parts.gauges(),
                        parts.census(),
                        parts.others(),
                        parts.configuration().limits().page(),
                        System::nanoTime);
        var confirmations =
                new Confirmations(
                        parts.self(), parts.store(), parts.peers(), GroupsApi.CONFIRMED_WITHIN);
        var routes = new ArrayList<>(new GroupsApi(parts, confirmations, survey).routes());
        routes.add(survey.route());
        return routes;
    }
}
