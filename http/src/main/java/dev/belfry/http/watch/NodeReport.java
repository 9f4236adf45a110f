package dev.belfry.http.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.http.api.JsonBytes;
import java.io.IOException;

/**
 * What a node says of itself.
 *
 * @param cpu the share of the machine's processors that it uses, from 0 to 1; no number if unknown
 */
record NodeReport(
        String nodeId,
        String address,
        String version,
        String jvm,
        long uptimeMillis,
        double cpu,
        long heapUsed,
        long heapMax,
        long clockOffsetMillis,
        int shards) {
    void write(JsonBytes json) throws IOException {
        json.text("nodeId", nodeId)
                .text("address", address)
                .text("version", version)
                .text("jvm", jvm)
                .number("uptimeMillis", uptimeMillis)
                .decimalOrNull("cpu", cpu)
                .number("heapUsed", heapUsed)
                .number("heapMax", heapMax)
                .number("clockOffsetMillis", clockOffsetMillis)
                .number("shards", shards);
    }

    static NodeReport read(JsonNode json) {
        return new NodeReport(
                json.path("nodeId").asText(),
                json.path("address").asText(),
                json.path("version").asText(),
                json.path("jvm").asText(),
                json.path("uptimeMillis").asLong(),
                json.path("cpu").asDouble(Double.NaN),
                json.path("heapUsed").asLong(),
                json.path("heapMax").asLong(),
                json.path("clockOffsetMillis").asLong(),
                json.path("shards").asInt());
    }
}
