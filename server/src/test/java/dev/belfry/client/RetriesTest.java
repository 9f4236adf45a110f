package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.check.faults.RawReceiver;
import dev.belfry.client.Answers.Refused;
import dev.belfry.client.Answers.Stored;
import dev.belfry.core.store.StoreException;
import dev.belfry.server.FaultyStore;
import dev.belfry.server.ServerUnderTest;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is sent again, and what is not. */
class RetriesTest {
    private static final NewTimer TIMER =
            NewTimer.of("t", Instant.parse("2090-01-01T00:00:00Z"), "http://a.example/");
    private static final String SHOWN =
            """
            {"groupId": "default", "timerId": "t", "timerUuid": "u", "executeAt": "2090-01-01T00:00:00Z",
             "callbackUrl": "http://a.example/", "callbackTimeout": "30s", "payload": null, "attempts": 0,
             "retryPolicy": {"maxAttempts": 4, "maxDuration": "24h", "initialInterval": "30s",
               "backoffMultiplier": 2.0, "maxInterval": "10m"},
             "createdAt": "2026-01-01T00:00:00Z", "updatedAt": "2026-01-01T00:00:00Z", "state": "SCHEDULED"}\
            """;
    private static final RawReceiver.Answer STORED = answer(201, "ETag: \"1\"\r\n", SHOWN);
    private static final RawReceiver.Answer NOT_NOW = unavailable(false);
    private static final RawReceiver.Answer IN_DOUBT = unavailable(true);
    private static final RawReceiver.Answer BREAK =
            (_, connection) -> RawReceiver.reset(connection);

    private static RawReceiver.Answer answer(int status, String headers, String body) {
        return (_, connection) ->
                RawReceiver.write(connection, RawReceiver.response(status, headers, body));
    }

    private static RawReceiver.Answer unavailable(boolean unknown) {
        return unavailable("0", unknown);
    }

    private static RawReceiver.Answer unavailable(String retryAfter, boolean unknown) {
        var problem =
                """
                {"type": "about:blank", "title": "t", "status": 503, "code": "SHARD_UNAVAILABLE", "detail": "d",
                 "outcomeUnknown": %s}\
                """
                        .formatted(unknown);
        return answer(503, "Retry-After: " + retryAfter + "\r\n", problem);
    }

    /** A server that says these things, one after the other. */
    private static RawReceiver saying(RawReceiver.Answer... answers) {
        Queue<RawReceiver.Answer> left = new ArrayDeque<>(List.of(answers));
        return new RawReceiver(
                (request, connection) -> {
                    synchronized (left) {
                        left.remove().to(request, connection);
                    }
                });
    }

    private static BelfryClient.Builder builder(RawReceiver... servers) {
        var urls = new String[servers.length];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = "http://127.0.0.1:" + servers[i].port();
        }
        return BelfryClient.builder(urls).sendToAnyServer();
    }

    @Test
    void whatIsRefusedForNowIsAskedAgain() {
        try (var server = saying(NOT_NOW, NOT_NOW, STORED, NOT_NOW, STORED)) {
            var belfry = builder(server).build();
            assertThat(belfry.create(TIMER).isNew()).isTrue();
            assertThat(belfry.patch("default", "t", TimerChanges.empty()).id()).isEqualTo("t");
            assertThat(server.requestsSoFar()).isEqualTo(5);
        }
    }

    @Test
    void anotherWayToSayWhenToComeAgainIsNoFailure() {
        var date = unavailable("Wed, 21 Oct 2090 07:28:00 GMT", false);
        var farAway = unavailable("" + Long.MAX_VALUE, false);
        try (var server = saying(date, farAway, STORED)) {
            assertThat(builder(server).build().create(TIMER).isNew()).isTrue();
        }
    }

    @Test
    void whenPatienceEndsNothingWasChangedOrNobodyKnows() {
        try (var never = new RawReceiver(NOT_NOW);
                var doubtful = new RawReceiver(IN_DOUBT)) {
            var short1 = builder(never).patience(Duration.ofMillis(200)).build();
            assertThatThrownBy(() -> short1.create(TIMER))
                    .isInstanceOf(BelfryException.Unavailable.class);
            assertThat(never.requestsSoFar()).isGreaterThan(1);
            var short2 = builder(doubtful).patience(Duration.ofMillis(200)).build();
            assertThatThrownBy(() -> short2.create(TIMER))
                    .isInstanceOf(BelfryException.OutcomeUnknown.class);
            assertThat(doubtful.requestsSoFar()).isGreaterThan(1);
        }
    }

    @Test
    void anUnknownOutcomeIsRepeatedForCreateAndPutOnly() {
        try (var server = saying(IN_DOUBT, STORED, BREAK, STORED)) {
            var belfry = builder(server).build();
            assertThat(belfry.create(TIMER).timer().id()).isEqualTo("t");
            assertThat(belfry.put(TIMER).timer().id()).isEqualTo("t");
        }
        try (var server = new RawReceiver(IN_DOUBT)) {
            var belfry = builder(server).build();
            assertUnknown(() -> belfry.patch("default", "t", TimerChanges.empty()));
            assertUnknown(() -> belfry.delete("default", "t"));
            assertUnknown(() -> belfry.put(TIMER, "\"1\""));
            assertUnknown(() -> belfry.redrive("default", "t"));
            assertThat(server.requestsSoFar()).as("each was sent once").isEqualTo(4);
        }
        try (var server = new RawReceiver(BREAK)) {
            var belfry = builder(server).build();
            assertUnknown(() -> belfry.delete("default", "t"));
            var wary = builder(server).neverRepeatUnknown().build();
            assertUnknown(() -> wary.create(TIMER));
            assertThat(server.requestsSoFar()).isEqualTo(2);
        }
    }

    private static void assertUnknown(Runnable call) {
        assertThatThrownBy(call::run).isInstanceOf(BelfryException.OutcomeUnknown.class);
    }

    @Test
    void anAnswerThatDoesNotComeLeavesTheOutcomeUnknown() {
        try (var server = new RawReceiver((_, _) -> {})) {
            var belfry = builder(server).requestTimeout(Duration.ofMillis(100)).build();
            assertUnknown(() -> belfry.delete("default", "t"));
        }
    }

    @Test
    void whatAProxyOnTheWaySaysLeavesTheOutcomeUnknown() {
        var proxy = answer(502, "", "<html>Bad Gateway</html>");
        try (var server = saying(proxy, STORED, proxy)) {
            var belfry = builder(server).build();
            assertThat(belfry.create(TIMER).isNew()).isTrue();
            assertUnknown(() -> belfry.delete("default", "t"));
        }
    }

    @Test
    void aServerThatIsGoneIsReplacedByAnotherWhateverTheCall() throws IOException {
        int gone;
        try (var socket = new ServerSocket(0)) {
            gone = socket.getLocalPort();
        }
        try (var server = saying(STORED, STORED, STORED)) {
            var belfry =
                    BelfryClient.builder(
                                    "http://127.0.0.1:" + gone, "http://127.0.0.1:" + server.port())
                            .sendToAnyServer()
                            .build();
            for (int i = 0; i < 3; i++) {
                assertThat(belfry.patch("default", "t", TimerChanges.empty()).id()).isEqualTo("t");
            }
        }
    }

    @Test
    void oneServerOfSeveralThatIsReadyIsEnough() throws Exception {
        int gone;
        try (var socket = new ServerSocket(0)) {
            gone = socket.getLocalPort();
        }
        var dead = "http://127.0.0.1:" + gone;
        try (var server = ServerUnderTest.start()) {
            var some = BelfryClient.of(dead, "http://127.0.0.1:" + server.port());
            var none = BelfryClient.of(dead);
            for (int i = 0; i < 4; i++) {
                assertThat(some.isReady()).as("look %d", i).isTrue();
                assertThat(none.isReady()).isFalse();
            }
        }
    }

    @Test
    void aRealServerWithoutItsStoreIsAskedAgainUntilItHasIt() {
        var store = new FaultyStore();
        try (var server = ServerUnderTest.on(store.store(), Map.of())) {
            var belfry = BelfryClient.of("http://127.0.0.1:" + server.port());
            store.fail("commit", () -> new StoreException.Unavailable("away"));
            CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(store::mend);
            assertThat(belfry.create(TIMER).isNew()).isTrue();
            assertThat(belfry.create(TIMER).isNew()).isFalse();
        }
    }

    @Test
    void ofABatchOnlyThoseThatWereRefusedForNowAreSentAgain() {
        var problem =
                "{\"status\": 503, \"code\": \"OVERLOADED\", \"detail\": \"d\", \"outcomeUnknown\":"
                        + " false}";
        var stored = "{\"status\": 201, \"timer\": " + SHOWN + "}";
        var refused = "{\"status\": 503, \"problem\": " + problem + "}";
        try (var server =
                saying(
                        answer(200, "", "{\"results\": [%s, %s]}".formatted(refused, stored)),
                        answer(200, "", "{\"results\": [%s]}".formatted(stored)))) {
            var results = builder(server).build().batch(List.of(TIMER, TIMER));
            assertThat(results).hasSize(2).allMatch(Stored.class::isInstance);
        }
        try (var server = new RawReceiver(BREAK)) {
            var wary = builder(server).neverRepeatUnknown().build();
            assertThat(wary.batch(List.of(TIMER)))
                    .allMatch(it -> it instanceof Refused r && r.problem().outcomeUnknown());
        }
    }
}
