package dev.belfry.http.callback;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.check.faults.RawReceiver;
import dev.belfry.core.timer.CallbackBody;
import dev.belfry.core.timer.CallbackMethod;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.fire.CallbackReply.Done;
import dev.belfry.operate.config.SigningKeys;
import io.vertx.core.http.HttpClientOptions;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What leaves the sender, seen from the other end of the wire. */
class SendingTest {
    private static final byte[] IPV6_LOOPBACK = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    private static final String OK = RawReceiver.response(200, "", "{\"ok\":true}");

    private final RawReceiver receiver = RawReceiver.writing(OK);
    private final Sending sending = new Sending();

    @AfterEach
    void close() {
        sending.close();
        receiver.close();
    }

    @Test
    void theRequestCarriesTheTimerAndItsHeaders() throws Exception {
        var callback =
                Callback.to(receiver.url())
                        .correlated("order-5")
                        .with(Map.of("Authorization", "Bearer x", "X-Any", "1"))
                        .carrying("{\"a\":1}")
                        .attempt(3, 255);
        assertThat(sending.send(callback)).isEqualTo(new Done());

        var request = receiver.nextRequest();
        assertThat(request.head()).startsWith("POST /callback?token=secret HTTP/1.1\r\n");
        assertThat(request.header("host")).isEqualTo("127.0.0.1:" + receiver.port());
        assertThat(request.header("content-type")).isEqualTo("application/json");
        assertThat(request.header("user-agent")).isEqualTo("Belfry");
        assertThat(request.header("authorization")).isEqualTo("Bearer x");
        assertThat(request.header("x-any")).isEqualTo("1");
        assertThat(request.header("webhook-timestamp")).isEqualTo("1904281689");
        assertThat(request.header("webhook-signature")).isEmpty();

        var uuid = callback.toAttempt().timer().uuid();
        assertThat(request.header("webhook-id")).isEqualTo(uuid + "_ff");
        assertThat(new String(request.body(), StandardCharsets.UTF_8))
                .isEqualTo(
                        """
                        {"groupId":"default","timerId":"t \\"1\\" ✓","timerUuid":"%s",\
                        "executeAt":"2030-05-06T07:08:09.250Z","attempt":3,\
                        "correlationId":"order-5","payload":{"a":1}}\
                        """
                                .formatted(uuid));
    }

    @ParameterizedTest
    @EnumSource(
            value = CallbackMethod.class,
            names = {"POST", "PUT", "PATCH"})
    void aPayloadAloneGoesAsItIsAndTheRestInHeaders(CallbackMethod method) throws Exception {
        var callback =
                Callback.to(receiver.url())
                        .as(method, CallbackBody.PAYLOAD)
                        .correlated("order-5")
                        .carrying(" {\"a\":1.10}")
                        .attempt(3, 255);
        assertThat(sending.send(callback)).isEqualTo(new Done());

        var request = receiver.nextRequest();
        assertThat(request.head()).startsWith(method + " /callback?token=secret HTTP/1.1\r\n");
        assertThat(request.header("content-type")).isEqualTo("application/json");
        assertThat(new String(request.body(), StandardCharsets.UTF_8)).isEqualTo(" {\"a\":1.10}");
        assertNamed(request, callback);
    }

    @ParameterizedTest
    @EnumSource(
            value = CallbackMethod.class,
            names = {"GET", "DELETE"})
    void getAndDeleteCarryNoBodyWhateverItWouldBe(CallbackMethod method) throws Exception {
        for (var body : CallbackBody.values()) {
            var callback =
                    Callback.to(receiver.url())
                            .as(method, body)
                            .correlated("order-5")
                            .carrying("{}")
                            .attempt(3, 255);
            assertThat(sending.send(callback)).isEqualTo(new Done());

            var request = receiver.nextRequest();
            assertThat(request.head()).startsWith(method + " /callback?token=secret HTTP/1.1\r\n");
            assertThat(request.header("content-type")).isEmpty();
            assertThat(request.body()).isEmpty();
            assertNamed(request, callback);
        }
    }

    private static void assertNamed(RawReceiver.Request request, Callback callback) {
        assertThat(request.header("webhook-group-id")).isEqualTo("default");
        assertThat(request.header("webhook-timer-id")).isEqualTo("t%20%221%22%20%E2%9C%93");
        assertThat(request.header("webhook-timer-uuid"))
                .isEqualTo(callback.toAttempt().timer().uuid().toString());
        assertThat(request.header("webhook-execute-at")).isEqualTo("2030-05-06T07:08:09.250Z");
        assertThat(request.header("webhook-attempt")).isEqualTo("3");
        assertThat(request.header("webhook-correlation-id")).isEqualTo("order-5");
    }

    @Test
    void aPayloadOfOddBytesArrivesAsItWas() throws Exception {
        var payload =
                "{ \"a\" : 1.10 , \"a\":\"\\u0041ü\uD83D\uDD14\u2028\", \"n\":1e400 ,\"e\":[ ]}";
        sending.send(Callback.to(receiver.url()).carrying(payload));
        var body = receiver.nextRequest().body();
        var expected = payload.getBytes(StandardCharsets.UTF_8);
        assertThat(Arrays.copyOfRange(body, body.length - 1 - expected.length, body.length - 1))
                .isEqualTo(expected);
    }

    @Test
    void aMissingCorrelationIdAndPayloadAreNull() throws Exception {
        sending.send(receiver);
        var body = new ObjectMapper().readTree(receiver.nextRequest().body());
        assertThat(body.get("correlationId").isNull()).isTrue();
        assertThat(body.get("payload").isNull()).isTrue();
    }

    @Test
    void theIdIsStableOverRetriesAndNewForANewSchedule() throws Exception {
        var ids = new ArrayList<String>();
        for (var callback : List.of(new long[] {1, 7}, new long[] {2, 7}, new long[] {1, 8})) {
            sending.send(Callback.to(receiver.url()).attempt((int) callback[0], callback[1]));
            ids.add(receiver.nextRequest().header("webhook-id"));
        }
        assertThat(ids.get(1)).isEqualTo(ids.get(0));
        assertThat(ids.get(2)).isNotEqualTo(ids.get(0));
        assertThat(ids).noneMatch(id -> id.contains("."));
    }

    @Test
    void everyKeySigns() throws Exception {
        var first = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        var second =
                "whsec_"
                        + Base64.getEncoder()
                                .encodeToString(
                                        "0123456789abcdef0123456789abcdef"
                                                .getBytes(StandardCharsets.US_ASCII));
        var settings = Sending.settings(SigningKeys.parse(first + "  " + second));
        try (var signing = new Sending(settings, new HttpClientOptions())) {
            var callback = Callback.to(receiver.url()).carrying("\"✓\"");
            signing.send(callback);
            signing.send(callback.as(CallbackMethod.PUT, CallbackBody.PAYLOAD));
            signing.send(callback.as(CallbackMethod.GET, CallbackBody.PAYLOAD));
        }
        for (int sent = 0; sent < 3; sent++) {
            var request = receiver.nextRequest();
            assertThat(request.header("webhook-signature"))
                    .isEqualTo(
                            signatureBySpecification(request, first)
                                    + " "
                                    + signatureBySpecification(request, second));
        }
    }

    /** The specification in its own words: base64(HMAC-SHA256(key, id.timestamp.body)). */
    private static String signatureBySpecification(RawReceiver.Request request, String secret)
            throws Exception {
        var key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        var signed =
                request.header("webhook-id")
                        + "."
                        + request.header("webhook-timestamp")
                        + "."
                        + new String(request.body(), StandardCharsets.UTF_8);
        return "v1,"
                + Base64.getEncoder()
                        .encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aTraceGoesOn() throws Exception {
        var context = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        assertThat(traceparentFor(context)).isEqualTo(context);
        assertThat(traceparentFor("0af7651916cd43dd8448eb211c80319c"))
                .matches("00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01");
    }

    @Test
    void aCorrelationIdThatIsNoTraceGetsATraceOfItsOwn() throws Exception {
        var shape = "00-[0-9a-f]{32}-[0-9a-f]{16}-01";
        assertThat(traceparentFor("order-5")).matches(shape);
        var noTrace = "00-00000000000000000000000000000000-b7ad6b7169203331-01";
        assertThat(traceparentFor(noTrace)).matches(shape).isNotEqualTo(noTrace);
        assertThat(traceparentFor("order-5")).isNotEqualTo(traceparentFor("order-5"));
    }

    private String traceparentFor(String correlationId) throws InterruptedException {
        sending.send(Callback.to(receiver.url()).correlated(correlationId));
        return receiver.nextRequest().header("traceparent");
    }

    @Test
    void anIpv6AddressIsCalledAndNamedInTheHostHeader() throws Exception {
        try (var six =
                new RawReceiver(
                        (_, it) -> RawReceiver.write(it, OK),
                        InetAddress.getByAddress(IPV6_LOOPBACK))) {
            assertThat(sending.send(Callback.to("http://[::1]:" + six.port() + "/")))
                    .isEqualTo(new Done());
            assertThat(six.nextRequest().header("host")).isEqualTo("[::1]:" + six.port());
        }
    }

    @Test
    void aReplyTellsTheStatusOfTheAnswer() {
        var reply = Sending.awaitWhole(sending.start(Callback.to(receiver.url())));
        assertThat(reply.status()).isEqualTo(200);
    }

    @Test
    void oneConnectionServesOneAttemptAfterTheOther() {
        for (int i = 0; i < 20; i++) {
            assertThat(sending.send(receiver)).isEqualTo(new Done());
        }
        assertThat(receiver.connections()).isEqualTo(1);
    }

    @Test
    void attemptsAtTheSameTimeDoNotWaitForEachOther() throws Exception {
        try (var slow = new RawReceiver((_, _) -> {})) {
            var replies = new ArrayList<BlockingQueue<CallbackReply>>();
            for (int i = 0; i < 4; i++) {
                replies.add(sending.start(Callback.to(slow.url())));
            }
            for (int i = 0; i < 4; i++) {
                slow.nextRequest();
            }
            for (int i = 0; i < 4; i++) {
                RawReceiver.write(slow.connection(i), OK);
            }
            replies.forEach(it -> assertThat(Sending.await(it)).isEqualTo(new Done()));
        }
    }
}
