package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.http.peer.PeerResponse;
import dev.belfry.node.route.Trial;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What an owner's answer, or its silence, means for the request. */
class PeerAnswersTest {
    private static final NodeRow OWNER =
            new NodeRow(
                    new Incarnation(new NodeId("owner"), 1),
                    "http://owner",
                    Set.of(),
                    1,
                    1,
                    NodeVersion.UNTOLD,
                    1,
                    Instant.EPOCH);
    private static final String NOT_OWNER =
            "{\"later\":{\"a\":1},\"code\":\"SHARD_UNAVAILABLE\",\"outcomeUnknown\":false}";
    private static final String UNKNOWN =
            "{\"code\":\"SHARD_UNAVAILABLE\",\"outcomeUnknown\":true}";
    private static final String OVERLOADED = "{\"code\":\"OVERLOADED\",\"outcomeUnknown\":false}";

    private static PeerResponse answered(int status, String body) {
        var headers =
                MultiMap.caseInsensitiveMultiMap()
                        .set("Content-Type", "application/json")
                        .set("ETag", "\"7\"")
                        .set("Set-Cookie", "no");
        return new PeerResponse(status, headers, Buffer.buffer(body));
    }

    private static Answer.Whole whole(Trial<Answer> trial) {
        return (Answer.Whole) trial.answer();
    }

    @Test
    void anAnswerIsPassedBackWithTheHeadersThatAreMeantForClients() {
        var trial = PeerAnswers.one(OWNER, answered(200, "{\"payload\":1.10}"));
        assertThat(trial).isInstanceOf(Trial.Final.class);
        assertThat(whole(trial).status()).isEqualTo(200);
        assertThat(whole(trial).body()).hasToString("{\"payload\":1.10}");
        assertThat(whole(trial).type()).isEqualTo("application/json");
        assertThat(whole(trial).headers()).containsExactly(Map.entry("ETag", "\"7\""));
    }

    @Test
    void onlyACertainNotAppliedForWantOfAnOwnerMayBeTriedAgain() {
        assertThat(PeerAnswers.one(OWNER, answered(503, NOT_OWNER)))
                .isInstanceOf(Trial.NotApplied.class);
        for (var body : List.of(UNKNOWN, OVERLOADED, "{}", "", "[", "{\"code\":1}")) {
            assertThat(PeerAnswers.one(OWNER, answered(503, body)))
                    .as(body)
                    .isInstanceOf(Trial.Final.class);
        }
        assertThat(PeerAnswers.one(OWNER, answered(500, NOT_OWNER)))
                .isInstanceOf(Trial.Final.class);
    }

    @Test
    void anOwnersAbsenceIsToldAsWhatItMeans() {
        assertThat(ProblemJson.answer(PeerAnswers.unreachable(OWNER, "refused")).body().toString())
                .contains("\"outcomeUnknown\":false", "SHARD_UNAVAILABLE", "owner", "refused");
        var silent = ProblemJson.answer(PeerAnswers.silent(OWNER, "reset"));
        assertThat(silent.status()).isEqualTo(503);
        assertThat(silent.body().toString()).contains("\"outcomeUnknown\":true");
    }

    @Test
    void anOwnerThatKnowsAnotherSecretIsNoRefusalOfTheClient() {
        var trial = PeerAnswers.one(OWNER, answered(403, "{\"code\":\"NOT_A_MEMBER\"}"));
        assertThat(trial).isInstanceOf(Trial.NotApplied.class);
        assertThat(whole(trial).status()).isEqualTo(503);
        assertThat(whole(trial).body().toString()).contains("cluster.secret");
    }

    private static String json(BatchItem item) {
        return new String(
                JsonBytes.object(json -> BatchItem.write(json, item)), StandardCharsets.UTF_8);
    }

    @Test
    void theItemsOfABatchAreReadOneByOne() {
        var body =
                "{\"new\":[{}],\"results\":[{\"status\":201,\"timer\":{\"payload\":1.10}},"
                        + "{\"status\":503,\"problem\":"
                        + NOT_OWNER
                        + "},{\"status\":503,\"problem\":"
                        + UNKNOWN
                        + "}],\"more\":1}";
        var trials = PeerAnswers.many(OWNER, answered(200, body), 3);
        assertThat(trials.get(0)).isInstanceOf(Trial.Final.class);
        assertThat(json(trials.get(0).answer()))
                .isEqualTo("{\"status\":201,\"timer\":{\"payload\":1.10}}");
        assertThat(trials.get(1)).isInstanceOf(Trial.NotApplied.class);
        assertThat(trials.get(2)).isInstanceOf(Trial.Final.class);
    }

    @Test
    void aBatchWithoutAReadableAnswerIsOpenForEachItem() {
        for (var body : List.of("{}", "{\"results\":[]}", "no JSON")) {
            var trials = PeerAnswers.many(OWNER, answered(200, body), 2);
            assertThat(trials).hasSize(2).allMatch(Trial.Final.class::isInstance);
            assertThat(json(trials.getFirst().answer())).contains("\"outcomeUnknown\":true");
        }
    }

    @Test
    void aRefusalOfAWholeBatchIsEachItemsRefusal() {
        var trials = PeerAnswers.many(OWNER, answered(503, OVERLOADED), 2);
        assertThat(trials).allMatch(Trial.Final.class::isInstance);
        assertThat(json(trials.getLast().answer()))
                .isEqualTo("{\"status\":503,\"problem\":" + OVERLOADED + "}");
        assertThat(PeerAnswers.many(OWNER, answered(503, NOT_OWNER), 2))
                .allMatch(Trial.NotApplied.class::isInstance);
        assertThat(PeerAnswers.many(OWNER, answered(503, UNKNOWN), 2))
                .allMatch(Trial.Final.class::isInstance);
        assertThat(PeerAnswers.many(OWNER, answered(403, ""), 2))
                .allMatch(Trial.NotApplied.class::isInstance);
    }
}
