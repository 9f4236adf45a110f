package dev.belfry.http.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.http.api.JsonBytes;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** How a group does at the moment, on one node or on all. */
record GroupPulse(
        String groupId,
        Beat beat,
        int openShards,
        long backlogAgeMillis,
        Optional<Instant> nextDueAt) {
    static GroupPulse none(String groupId) {
        return new GroupPulse(groupId, Beat.NONE, 0, 0, Optional.empty());
    }

    GroupPulse plus(GroupPulse other) {
        return new GroupPulse(
                groupId,
                beat.plus(other.beat),
                openShards + other.openShards,
                Math.max(backlogAgeMillis, other.backlogAgeMillis),
                Stream.concat(nextDueAt.stream(), other.nextDueAt.stream())
                        .min(Instant::compareTo));
    }

    void write(JsonBytes json) throws IOException {
        json.text("groupId", groupId);
        writeFigures(json);
    }

    void writeFigures(JsonBytes json) throws IOException {
        beat.write(json);
        json.number("openShards", openShards)
                .number("backlogAgeMillis", backlogAgeMillis)
                .text("nextDueAt", nextDueAt);
    }

    static GroupPulse read(JsonNode json) {
        return new GroupPulse(
                json.path("groupId").asText(),
                Beat.read(json),
                json.path("openShards").asInt(),
                json.path("backlogAgeMillis").asLong(),
                json.has("nextDueAt")
                        ? Optional.of(Instant.parse(json.path("nextDueAt").asText()))
                        : Optional.empty());
    }
}
