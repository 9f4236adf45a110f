package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import com.fasterxml.jackson.core.JsonParser;
import dev.belfry.core.InvalidValueException;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What a request says about moves to another database. Immutable.
 *
 * @param shards all of the group if they are not said
 */
record MoveFields(String to, Optional<List<Integer>> shards, boolean dryRun) {
    /** Each has a record of its own. */
    private static final int MOST_SHARDS = 4_096;

    private static final String TO = "to";
    private static final String SHARDS = "shards";
    private static final String DRY_RUN = "dryRun";

    MoveFields {
        shards.ifPresent(MoveFields::requireShards);
    }

    private static void requireShards(List<Integer> indices) {
        require(
                !indices.isEmpty() && indices.size() <= MOST_SHARDS,
                SHARDS,
                "must be 1 to %d at a time",
                MOST_SHARDS);
        require(indices.stream().allMatch(it -> it >= 0), SHARDS, "must not be below 0");
    }

    static MoveFields read(JsonParser parser, Body body) throws IOException {
        var fields = new Fields();
        JsonFields.read(parser, body, "", List.of(TO, SHARDS, DRY_RUN), fields::take);
        return new MoveFields(
                fields.to.orElseThrow(
                        () ->
                                new InvalidValueException(
                                        TO, "is missing: name a database of the store")),
                fields.shards,
                fields.dryRun);
    }

    /** Confined to the request. */
    private static final class Fields {
        private Optional<String> to = Optional.empty();
        private Optional<List<Integer>> shards = Optional.empty();
        private boolean dryRun;

        void take(String name, JsonValue value) throws IOException {
            switch (name) {
                case TO -> to = Optional.of(value.string());
                case SHARDS -> shards = Optional.of(value.list(JsonValue::integer));
                default -> dryRun = value.flag();
            }
        }
    }

    List<ShardId> shardsOf(Group group) {
        var asked =
                shards.map(
                                all ->
                                        all.stream()
                                                .map(index -> shard(group, index))
                                                .distinct()
                                                .toList())
                        .orElseGet(group::shards);
        require(
                asked.size() <= MOST_SHARDS,
                SHARDS,
                "must name some: the group has more than %d",
                MOST_SHARDS);
        return asked;
    }

    private static ShardId shard(Group group, int index) {
        if (index >= group.shardCount()) {
            throw noShard(group, Integer.toString(index), SHARDS);
        }
        return new ShardId(group.id(), index);
    }

    static ProblemException noShard(Group group, String asked, String field) {
        return Problem.of(
                        Code.SHARD_NOT_FOUND,
                        "there is no shard %s: those of the group are 0 to %d"
                                .formatted(asked, group.shardCount() - 1))
                .field(field)
                .raised();
    }
}
