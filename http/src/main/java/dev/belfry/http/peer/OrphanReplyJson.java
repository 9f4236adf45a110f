package dev.belfry.http.peer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.PastAttempt;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.fire.AttemptResult;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.route.OrphanReply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** How replies to attempts of shards that have moved away travel between nodes. */
public final class OrphanReplyJson {
    public static final String URI = "/replies";

    private static final ObjectMapper JSON = new ObjectMapper();

    private OrphanReplyJson() {}

    /** Payloads stay as they are, byte for byte. */
    public static byte[] bytes(OrphanReply orphan) {
        var shard = orphan.shard();
        var attempt = orphan.attempt();
        var json =
                JSON.createObjectNode()
                        .put("group", shard.group().value())
                        .put("shard", shard.index())
                        .put("uuid", attempt.uuid().toString())
                        .put("generation", attempt.generation().value())
                        .put("attempt", attempt.number());
        write(orphan.result().reply(), json);
        orphan.result().past().ifPresent(past -> json.set("past", written(past)));
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void write(CallbackReply reply, ObjectNode json) {
        switch (reply) {
            case CallbackReply.Done _ -> json.put("kind", "done");
            case CallbackReply.RunAgain(var at, var payload, _) -> {
                json.put("kind", "runAgain").put("nextExecuteAt", at.toString());
                payload.ifPresent(it -> json.put("payload", it.bytes()));
            }
            case CallbackReply.Failed(var error, var after, _, _) -> {
                json.put("kind", "failed").put("error", error);
                after.ifPresent(it -> json.put("retryAfter", it.toString()));
            }
            case CallbackReply.FailedForGood(var error, _) ->
                    json.put("kind", "failedForGood").put("error", error);
            case CallbackReply.NotSent() -> json.put("kind", "notSent");
        }
    }

    /** Reads what another node sent; fields that this version does not know are passed over. */
    public static OrphanReply parse(byte[] bytes) {
        try {
            var json = JSON.readTree(bytes);
            return new OrphanReply(
                    new ShardId(
                            new GroupId(json.path("group").asText()), json.path("shard").asInt()),
                    new AttemptId(
                            TimerUuid.parse(json.path("uuid").asText()),
                            new Generation(json.path("generation").asLong()),
                            json.path("attempt").asInt()),
                    new AttemptResult(reply(json), past(json.path("past"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode written(PastAttempt past) {
        var json =
                JSON.createObjectNode()
                        .put("startedAt", past.startedAt().toString())
                        .put("node", past.node())
                        .put("status", past.status())
                        .put("took", past.took().toString());
        past.error().ifPresent(error -> json.put("error", error));
        return json;
    }

    /** Nodes of before do not say it. */
    private static Optional<PastAttempt> past(JsonNode json) {
        return json.isMissingNode()
                ? Optional.empty()
                : Optional.of(
                        new PastAttempt(
                                Instant.parse(json.path("startedAt").asText()),
                                json.path("node").asText(),
                                json.path("status").asInt(),
                                Duration.parse(json.path("took").asText()),
                                Optional.ofNullable(json.get("error")).map(JsonNode::asText)));
    }

    private static CallbackReply reply(JsonNode json) throws IOException {
        var kind = json.path("kind").asText();
        var error = json.path("error").asText();
        return switch (kind) {
            case "done" -> new CallbackReply.Done();
            case "runAgain" ->
                    new CallbackReply.RunAgain(
                            Instant.parse(json.path("nextExecuteAt").asText()), payload(json));
            case "failed" ->
                    new CallbackReply.Failed(
                            error,
                            json.has("retryAfter")
                                    ? Optional.of(Duration.parse(json.path("retryAfter").asText()))
                                    : Optional.empty());
            case "failedForGood" -> new CallbackReply.FailedForGood(error);
            case "notSent" -> new CallbackReply.NotSent();
            default -> throw new IOException("no reply is called " + kind);
        };
    }

    private static Optional<Payload> payload(JsonNode json) throws IOException {
        return json.has("payload")
                ? Optional.of(Payload.wrap(json.path("payload").binaryValue()))
                : Optional.empty();
    }
}
