package dev.belfry.http.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.http.api.JsonBytes;
import dev.belfry.operate.metrics.Moves;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/** What each node saw of shards that came and went, put together to moves from one to another. */
final class MoveLog {
    private static final int MOST = 100;

    /** By the clocks of two nodes the leaving may even seem to be the later. */
    private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(1);

    /** A shard that came to a node, or left it. */
    record Step(Instant at, int shard, String node, boolean came) {
        static Step of(Moves.Move move, String node) {
            return new Step(move.at(), move.shard().index(), node, move.came());
        }

        void write(JsonBytes json) throws IOException {
            json.text("at", at).number("shard", shard).flag("came", came);
        }

        static Step read(JsonNode json, String node) {
            return new Step(
                    Instant.parse(json.path("at").asText()),
                    json.path("shard").asInt(),
                    node,
                    json.path("came").asBoolean());
        }
    }

    /** A shard that came to a node, from another if that is known. */
    record Move(Instant at, int shard, Optional<String> from, String to) {
        void write(JsonBytes json) throws IOException {
            json.text("at", at).number("shard", shard).text("from", from).text("to", to);
        }
    }

    private MoveLog() {}

    /** The latest moves, the newest first. */
    static List<Move> of(Collection<Step> steps) {
        var lastHolder = new HashMap<Integer, String>();
        var moves = new ArrayList<Move>();
        steps.stream()
                .sorted(Comparator.comparing(MoveLog::order))
                .forEach(
                        step -> {
                            var former =
                                    Optional.ofNullable(lastHolder.put(step.shard(), step.node()));
                            if (step.came()) {
                                moves.add(move(step, former));
                            }
                        });
        return moves.reversed().stream().limit(MOST).toList();
    }

    private static Instant order(Step step) {
        return step.came() ? step.at() : step.at().minus(CLOCKS_DIFFER);
    }

    private static Move move(Step step, Optional<String> former) {
        return new Move(
                step.at(),
                step.shard(),
                former.filter(node -> !node.equals(step.node())),
                step.node());
    }
}
