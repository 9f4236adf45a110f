package dev.belfry.http.watch;

import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.TimerStore;
import dev.belfry.http.api.Groups;
import dev.belfry.http.api.Reads;
import dev.belfry.http.api.Route;
import dev.belfry.http.peer.PeerSurvey;
import dev.belfry.node.drive.Engine;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.metrics.ClusterMetrics;
import dev.belfry.operate.metrics.EngineMetrics;
import dev.belfry.operate.metrics.Gauges;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The wiring of what people watch. Thread-safe. */
public final class Observatory {
    private final Chronicle chronicle;
    private final Events events;
    private final List<Route> routes = new ArrayList<>();

    /**
     * What it looks at.
     *
     * @param self this node as it shows itself
     * @param notices what this node's engine has to tell
     */
    public record Parts(
            Configuration configuration,
            Supplier<NodeRow> self,
            Engine engine,
            TimerStore store,
            Groups groups,
            Reads reads,
            EngineMetrics metrics,
            Gauges gauges,
            ClusterMetrics figures,
            OwnNotices notices,
            PeerSurvey others,
            MeterRegistry registry,
            InstantSource clock) {}

    public Observatory(String nodeId, Parts parts) {
        this.chronicle = new Chronicle(parts.metrics(), parts.gauges(), parts.clock());
        var pulses =
                new Pulses(
                        nodeId,
                        parts,
                        chronicle,
                        new StoreLook(parts.store(), parts.reads(), System::nanoTime));
        this.events = new Events(pulses, parts.configuration().http().maxEventClients());
        routes.add(events.route());
        routes.addAll(pulses.routes());
        routes.addAll(
                new HistoryApi(chronicle, parts.groups(), parts.others(), parts.clock()).routes());
        routes.addAll(new ShardsApi(nodeId, parts).routes());
        routes.addAll(new SystemApi(parts).routes());
    }

    public List<Route> routes() {
        return List.copyOf(routes);
    }

    /** Looks at what has happened, and tells those who listen; called once a second. */
    public void tick() {
        chronicle.tick();
        events.tick();
    }

    /** Lets those who listen go. */
    public void close() {
        events.close();
    }
}
