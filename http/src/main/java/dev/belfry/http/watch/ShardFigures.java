package dev.belfry.http.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.http.api.JsonBytes;
import dev.belfry.node.ShardStats;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** What an owner says of one of its shards. */
record ShardFigures(
        int shard,
        boolean open,
        double firedPerSecond,
        long latenessP99Millis,
        long backlogAgeMillis,
        int loaded) {
    static ShardFigures of(ShardStats stats, Instant now) {
        return new ShardFigures(
                stats.shard().index(),
                stats.isOpen(),
                stats.startedPerSecond(),
                stats.latenessP99Millis(),
                stats.earliest().isBefore(now)
                        ? Duration.between(stats.earliest(), now).toMillis()
                        : 0,
                stats.windowTimers());
    }

    static ShardFigures closed(int shard) {
        return new ShardFigures(shard, false, 0, 0, 0, 0);
    }

    void write(JsonBytes json) throws IOException {
        json.number("shard", shard).flag("open", open);
        writeLoad(json);
    }

    void writeLoad(JsonBytes json) throws IOException {
        json.decimalOrNull("firedPerSecond", firedPerSecond)
                .number("latenessP99Millis", latenessP99Millis)
                .number("backlogAgeMillis", backlogAgeMillis)
                .number("loaded", loaded);
    }

    static ShardFigures read(JsonNode json) {
        return new ShardFigures(
                json.path("shard").asInt(),
                json.path("open").asBoolean(),
                json.path("firedPerSecond").asDouble(),
                json.path("latenessP99Millis").asLong(),
                json.path("backlogAgeMillis").asLong(),
                json.path("loaded").asInt());
    }
}
