package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.check.faults.RawReceiver;
import dev.belfry.server.ServerUnderTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a receiver makes of callbacks of a real server. */
class CallbackVerifierTest {
    private static final String OLD = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String NEW = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String OTHER = "whsec_HxwbGhkYFxYVFBMSERAPDg0MCwoJCAcGBQQDAgEAAAA=";
    private static final byte[] NOTHING = {};

    private static RawReceiver receiver;
    private static ServerUnderTest server;
    private static BelfryClient belfry;

    @BeforeAll
    static void start() {
        receiver = RawReceiver.answering(200, "", "");
        server = ServerUnderTest.start(Map.of("callback.signingKeys", OLD + " " + NEW));
        belfry = BelfryClient.of("http://127.0.0.1:" + server.port());
    }

    @AfterAll
    static void stop() {
        server.close();
        receiver.close();
    }

    private static RawReceiver.Request received(NewTimer timer) throws InterruptedException {
        belfry.create(timer);
        return receiver.nextRequest();
    }

    private static NewTimer due(String id) {
        return NewTimer.after(id, Duration.ofMillis(1), receiver.url());
    }

    /** As servers give them: null for a header field that is not there. */
    private static Function<String, String> headers(RawReceiver.Request request) {
        return name -> {
            var value = request.header(name);
            return value.isEmpty() ? null : value;
        };
    }

    @Test
    void aGenuineCallbackIsReadWithEveryKeyOfItsSender() throws Exception {
        var request = received(due("read/ü").payload("{\"n\": 1.10}").correlationId("order-7"));
        for (var verifier :
                new CallbackVerifier[] {
                    CallbackVerifier.of(OLD),
                    CallbackVerifier.of(NEW),
                    CallbackVerifier.of(OTHER, NEW)
                }) {
            var callback = verifier.read(headers(request), request.body()).orElseThrow();
            assertThat(callback.group()).isEqualTo("default");
            assertThat(callback.timerId()).isEqualTo("read/ü");
            assertThat(callback.attempt()).isEqualTo(1);
            assertThat(callback.payload()).isEqualTo("{\"n\": 1.10}");
            assertThat(callback.correlationId()).hasValue("order-7");
            assertThat(callback.scheduledFor()).isEmpty();
            assertThat(callback.webhookId()).isEqualTo(request.header("webhook-id"));
        }
        assertThat(CallbackVerifier.of(OTHER).read(headers(request), request.body())).isEmpty();
    }

    @Test
    void whatWasChangedOrIsOldOrNotSignedIsNotGenuine() throws Exception {
        var request = received(due("changed").payload("1"));
        var verifier = CallbackVerifier.of(NEW);
        var headers = headers(request);
        assertThat(verifier.isGenuine(headers, request.body())).isTrue();
        assertThat(verifier.isGenuine(headers, "{}".getBytes(StandardCharsets.UTF_8))).isFalse();
        for (var name : new String[] {"webhook-id", "webhook-timestamp", "webhook-signature"}) {
            assertThat(verifier.isGenuine(but(headers, name, null), request.body())).isFalse();
            assertThat(verifier.isGenuine(but(headers, name, "1"), request.body())).isFalse();
            assertThat(verifier.isGenuine(but(headers, name, ""), request.body())).isFalse();
        }
        var sent = Instant.ofEpochSecond(Long.parseLong(request.header("webhook-timestamp")));
        var later = verifier.clock(InstantSource.fixed(sent.plusSeconds(301)));
        assertThat(later.isGenuine(headers, request.body())).isFalse();
        assertThat(later.tolerance(Duration.ofHours(1)).isGenuine(headers, request.body()))
                .isTrue();
        var earlier = verifier.clock(InstantSource.fixed(sent.minusSeconds(301)));
        assertThat(earlier.isGenuine(headers, request.body())).isFalse();
    }

    private static Function<String, String> but(
            Function<String, String> headers, String changed, String value) {
        return name -> name.equals(changed) ? value : headers.apply(name);
    }

    @Test
    void aCallbackWithoutAnEnvelopeIsReadFromItsHeaders() throws Exception {
        var bare = received(due("a b+ü").body(BelfryTimer.Body.PAYLOAD).payload("[1]"));
        var callback = CallbackVerifier.of(NEW).read(headers(bare), bare.body()).orElseThrow();
        assertThat(callback.timerId()).isEqualTo("a b+ü");
        assertThat(callback.payload()).isEqualTo("[1]");
        assertThat(callback.attempt()).isEqualTo(1);
        var get = received(due("got").method(BelfryTimer.Method.GET));
        assertThat(CallbackVerifier.of(NEW).read(headers(get), NOTHING).orElseThrow().timerId())
                .isEqualTo("got");
    }

    @Test
    void aRunOfAScheduleSaysWhichOneItIs() throws Exception {
        var every = BelfrySchedule.every(Duration.ofSeconds(1)).count(1);
        for (var form : BelfryTimer.Body.values()) {
            var timer = NewTimer.scheduled("run-" + form, every, receiver.url()).body(form);
            var request = received(timer);
            var callback = BelfryCallback.read(headers(request), request.body());
            assertThat(callback.run()).hasValue(1L);
            assertThat(callback.scheduledFor()).hasValue(callback.executeAt());
        }
    }

    @Test
    void whatIsNoCallbackIsNotRead() {
        assertThatThrownBy(() -> BelfryCallback.read(name -> null, NOTHING))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CallbackVerifier.of("secret"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
