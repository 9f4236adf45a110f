package dev.belfry.http.watch;

import dev.belfry.core.timer.GroupId;
import dev.belfry.http.api.Answer;
import dev.belfry.http.api.Call;
import dev.belfry.http.api.JsonBytes;
import dev.belfry.http.api.Route;
import dev.belfry.http.auth.Access.Reach;
import dev.belfry.http.peer.PeerSurvey;
import dev.belfry.node.drive.Engine;
import dev.belfry.operate.access.Role;
import dev.belfry.operate.metrics.ClusterMetrics;
import dev.belfry.operate.metrics.Gauges;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** How the nodes do at the moment: this one, and all of them together. Thread-safe. */
final class Pulses {
    private static final String BETWEEN_NODES = "/watch/pulse";

    private final String self;
    private final Engine engine;
    private final Chronicle chronicle;
    private final Gauges gauges;
    private final ClusterMetrics figures;
    private final OwnNotices own;
    private final ClusterNotices notices;
    private final StoreLook store;
    private final PeerSurvey others;
    private final InstantSource clock;

    Pulses(String self, Observatory.Parts parts, Chronicle chronicle, StoreLook store) {
        this.self = self;
        this.engine = parts.engine();
        this.chronicle = chronicle;
        this.gauges = parts.gauges();
        this.figures = parts.figures();
        this.own = parts.notices();
        this.others = parts.others();
        this.clock = parts.clock();
        this.notices = new ClusterNotices(parts.gauges());
        this.store = store;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/api/v1/alarms", this::alarms).needing(Role.READ, Reach.FILTERED),
                Route.get(
                                BETWEEN_NODES,
                                _ ->
                                        CompletableFuture.completedFuture(
                                                Answer.json(200, own().bytes())))
                        .betweenNodes());
    }

    private CompletableFuture<Answer> alarms(Call call) {
        var groups = call.caller().groups();
        return all().thenApply(pulse -> alarms(pulse.within(groups)));
    }

    private static Answer alarms(ClusterPulse pulse) {
        return Answer.json(
                200,
                JsonBytes.object(
                        json -> {
                            json.text("at", pulse.at()).texts("missing", pulse.missing());
                            pulse.writeNotices(json);
                        }));
    }

    private NodePulse own() {
        return new NodePulse(
                self,
                gauges.stats().inFlight(),
                gauges.stats().queued(),
                figures.clockOffset().toMillis(),
                engine.isProven(),
                gauges.shown().stream().map(this::pulse).toList(),
                own.current());
    }

    private GroupPulse pulse(GroupId group) {
        return new GroupPulse(
                group.value(),
                chronicle.beat(group),
                gauges.openShards(group),
                gauges.backlogAge(group).toMillis(),
                gauges.nextDue(group));
    }

    /** How all of them do; always completes, and soon. */
    CompletableFuture<ClusterPulse> all() {
        return others.ask(BETWEEN_NODES).thenCompose(this::together);
    }

    private CompletableFuture<ClusterPulse> together(PeerSurvey.Answers answers) {
        var nodes = new ArrayList<NodePulse>();
        nodes.add(own());
        answers.given().stream().map(NodePulse::read).forEach(nodes::add);
        var alive = engine.roster().view().members().keySet();
        return store.found(notices.incomplete(nodes), alive)
                .thenApply(found -> pulse(nodes, answers.missing(), found));
    }

    private ClusterPulse pulse(List<NodePulse> nodes, List<String> missing, StoreLook.Found found) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        var seen = new ClusterNotices.Seen(now, nodes, missing, found);
        return new ClusterPulse(now, nodes, missing, notices.of(seen));
    }
}
