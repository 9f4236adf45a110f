package dev.belfry.server.api;

import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.TimerStore;
import dev.belfry.engine.Engine;
import dev.belfry.server.config.Configuration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The calls under {@code /api/v1}, wired together. */
public final class Api {
    private Api() {}

    /**
     * All of them.
     *
     * @param self this node as it shows itself
     */
    public static List<Route> routes(
            Configuration configuration,
            Engine engine,
            TimerStore store,
            Groups groups,
            Reads reads,
            InstantSource clock,
            Supplier<NodeRow> self) {
        var limits = configuration.limits();
        var timers =
                new TimersApi(
                        engine,
                        groups,
                        new Asked(groups, limits, clock),
                        reads,
                        configuration.http().requestTimeout(),
                        limits.body().toInt());
        var batch = new BatchApi(timers, reads, limits.batchTimers(), limits.batchBody().toInt());
        var routes = new ArrayList<Route>();
        routes.addAll(timers.routes());
        routes.add(batch.route());
        routes.addAll(new ListsApi(store, groups, reads, limits).routes());
        routes.addAll(new GroupsApi(engine, store, groups, reads, clock).routes());
        routes.add(new ClusterApi(self, store, groups, reads).route());
        return List.copyOf(routes);
    }
}
