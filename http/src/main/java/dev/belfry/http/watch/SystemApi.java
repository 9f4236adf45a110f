package dev.belfry.http.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.core.store.NodeRow;
import dev.belfry.http.api.Answer;
import dev.belfry.http.api.JsonBytes;
import dev.belfry.http.api.Route;
import dev.belfry.http.auth.Access.Reach;
import dev.belfry.http.peer.PeerSurvey;
import dev.belfry.node.drive.Engine;
import dev.belfry.operate.access.Role;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.config.InForce;
import dev.belfry.operate.config.SoftwareVersion;
import dev.belfry.operate.metrics.ClusterMetrics;
import dev.belfry.operate.metrics.Gauges;
import dev.belfry.operate.metrics.StoreFigures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Nodes, store, receivers and the configuration in force. Thread-safe. */
final class SystemApi {
    private static final String BETWEEN_NODES = "/watch/node";
    private static final long PATIENCE_MILLIS = 700;

    private final Configuration configuration;
    private final Supplier<NodeRow> self;
    private final Engine engine;
    private final Gauges gauges;
    private final ClusterMetrics figures;
    private final StoreFigures store;
    private final PeerSurvey others;

    /** All that one node says, or that all of them say together. */
    private record Report(
            List<NodeReport> nodes,
            StoreReport store,
            List<HostFigures> hosts,
            List<String> missing) {
        Report plus(JsonNode node) {
            var allNodes = new ArrayList<>(nodes);
            allNodes.add(NodeReport.read(node.path("node")));
            var allHosts = new ArrayList<>(hosts);
            node.path("hosts").forEach(it -> allHosts.add(HostFigures.read(it)));
            return new Report(
                    allNodes, store.plus(StoreReport.read(node.path("store"))), allHosts, missing);
        }
    }

    SystemApi(Observatory.Parts parts) {
        this.configuration = parts.configuration();
        this.self = parts.self();
        this.engine = parts.engine();
        this.gauges = parts.gauges();
        this.figures = parts.figures();
        this.store = new StoreFigures(parts.registry());
        this.others = parts.others();
    }

    List<Route> routes() {
        return List.of(
                Route.get("/api/v1/system", _ -> show()).needing(Role.OPERATE, Reach.ALL),
                Route.get(BETWEEN_NODES, _ -> own()).betweenNodes());
    }

    private CompletableFuture<Answer> show() {
        return hosts().thenCombine(others.ask(BETWEEN_NODES), this::together)
                .thenApply(this::answer);
    }

    private CompletableFuture<List<HostFigures>> hosts() {
        return engine.hostStats()
                .completeOnTimeout(List.of(), PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                .thenApply(all -> HostFigures.together(all.stream().map(HostFigures::of).toList()));
    }

    private Report together(List<HostFigures> hosts, PeerSurvey.Answers answers) {
        var report = new Report(List.of(node()), StoreReport.of(store), hosts, answers.missing());
        for (var node : answers.given()) {
            report = report.plus(node);
        }
        return report;
    }

    private NodeReport node() {
        return new NodeReport(
                self.get().incarnation().node().value(),
                self.get().apiAddress(),
                SoftwareVersion.running(),
                OwnProcess.jvm(),
                OwnProcess.uptimeMillis(),
                OwnProcess.cpu(),
                OwnProcess.heapUsed(),
                OwnProcess.heapMax(),
                figures.clockOffset().toMillis(),
                gauges.openShards());
    }

    private Answer answer(Report report) {
        var address = StoreAddress.of(configuration);
        return Answer.json(
                200,
                JsonBytes.object(
                        json ->
                                json.text("version", SoftwareVersion.running())
                                        .text("jvm", OwnProcess.jvm())
                                        .texts("missing", report.missing())
                                        .list("nodes", sorted(report), (it, node) -> node.write(it))
                                        .object("store", it -> store(it, address, report.store()))
                                        .list(
                                                "hosts",
                                                HostFigures.together(report.hosts()),
                                                (it, host) -> host.write(it))
                                        .list(
                                                "configuration",
                                                configuration.inForce(),
                                                SystemApi::setting)));
    }

    private static List<NodeReport> sorted(Report report) {
        return report.nodes().stream().sorted(Comparator.comparing(NodeReport::nodeId)).toList();
    }

    private static void store(JsonBytes json, StoreAddress address, StoreReport report)
            throws IOException {
        json.text("kind", address.kind()).text("url", address.url());
        report.write(json);
    }

    private static void setting(JsonBytes json, InForce setting) throws IOException {
        json.text("key", setting.key())
                .text("value", setting.value())
                .text("source", setting.source());
    }

    /** What this node says of itself, to the one that was asked. */
    private CompletableFuture<Answer> own() {
        return hosts().thenApply(hosts -> Answer.json(200, JsonBytes.object(it -> own(it, hosts))));
    }

    private void own(JsonBytes json, List<HostFigures> hosts) throws IOException {
        json.object("node", node()::write)
                .object("store", StoreReport.of(store)::write)
                .list("hosts", hosts, (it, host) -> host.write(it));
    }
}
