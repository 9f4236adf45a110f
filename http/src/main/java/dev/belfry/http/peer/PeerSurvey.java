package dev.belfry.http.peer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.node.route.Delivery;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A question to all other nodes of the cluster at the same time. Thread-safe. */
public final class PeerSurvey {
    /** For people who look: one node that is stuck must not keep them from seeing the others. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final JsonMapper JSON = new JsonMapper();

    private final NodeId self;
    private final Supplier<Collection<NodeRow>> members;
    private final Peers peers;

    /**
     * What came back.
     *
     * @param missing those that gave no answer in time
     */
    public record Answers(List<JsonNode> given, List<String> missing) {
        public Answers {
            given = List.copyOf(given);
            missing = missing.stream().sorted().toList();
        }
    }

    private record OneAnswer(NodeRow node, Optional<JsonNode> given) {}

    /**
     * The others of a node.
     *
     * @param members whom it counts as alive, itself perhaps among them
     */
    public PeerSurvey(NodeId self, Supplier<Collection<NodeRow>> members, Peers peers) {
        this.self = self;
        this.members = members;
        this.peers = peers;
    }

    /** Asks for JSON; always completes, and soon. */
    public CompletableFuture<Answers> ask(String uri) {
        var all = CompletableFuture.completedFuture(List.<OneAnswer>of());
        for (var row : members.get()) {
            if (!row.incarnation().node().equals(self)) {
                all = all.thenCombine(ask(row, uri), PeerSurvey::with);
            }
        }
        return all.thenApply(PeerSurvey::answers);
    }

    public CompletableFuture<Delivery<PeerResponse>> ask(
            NodeRow node, PeerRequest question, Duration patience) {
        return peers.tell(node, question, patience);
    }

    private CompletableFuture<OneAnswer> ask(NodeRow row, String uri) {
        return ask(row, PeerRequest.bare(HttpMethod.GET, uri), PATIENCE)
                .handle((delivery, _) -> new OneAnswer(row, read(Optional.ofNullable(delivery))));
    }

    private static Optional<JsonNode> read(Optional<Delivery<PeerResponse>> delivery) {
        try {
            return delivery.orElse(new Delivery.Lost<>("failed"))
                                    instanceof
                                    Delivery.Answered<PeerResponse>(
                                            PeerResponse(var status, _, var body))
                            && status == 200
                    ? Optional.of(JSON.readTree(body.getBytes()))
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static List<OneAnswer> with(List<OneAnswer> some, OneAnswer one) {
        var all = new ArrayList<>(some);
        all.add(one);
        return all;
    }

    private static Answers answers(List<OneAnswer> all) {
        return new Answers(
                all.stream().flatMap(it -> it.given().stream()).toList(),
                all.stream()
                        .filter(it -> it.given().isEmpty())
                        .map(it -> it.node().incarnation().node().value())
                        .toList());
    }
}
