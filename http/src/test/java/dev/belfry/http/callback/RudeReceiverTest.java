package dev.belfry.http.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.faults.RawReceiver;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.fire.CallbackReply.Done;
import dev.belfry.node.fire.CallbackReply.Failed;
import dev.belfry.node.fire.CallbackReply.FailedForGood;
import dev.belfry.node.fire.CallbackReply.NotSent;
import dev.belfry.operate.config.SigningKeys;
import io.vertx.core.http.HttpClientOptions;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Receivers that misbehave in every way a socket allows; each gets exactly one reply. */
class RudeReceiverTest {
    private static final String OK = RawReceiver.response(200, "", "{\"ok\":true}");

    private final Sending sending = new Sending();

    @AfterEach
    void close() {
        sending.close();
    }

    private CallbackReply reply(RawReceiver.Answer answer) {
        try (var receiver = new RawReceiver(answer)) {
            var replies = sending.start(Callback.to(receiver.url()).within(Sending.SHORT));
            var reply = Sending.await(replies);
            assertThat(replies).isEmpty();
            assertThat(receiver.requestsSoFar()).isLessThanOrEqualTo(1);
            return reply;
        }
    }

    private CallbackReply replyTo(String bytes) {
        return reply((_, connection) -> RawReceiver.write(connection, bytes));
    }

    private static Failed failed(String error) {
        return Failed.unanswered(error);
    }

    private static Failed answered(String error) {
        return new Failed(error, Optional.empty());
    }

    @Test
    void silenceIsATimeout() {
        assertThat(reply((_, _) -> {})).isEqualTo(failed("no answer within 300ms"));
    }

    @Test
    void silenceAfterTheHeadersIsATimeout() {
        assertThat(replyTo("HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n"))
                .isEqualTo(failed("no complete answer within 300ms"));
    }

    @Test
    void bytesThatDripDoNotStretchTheTimeout() {
        var reply =
                reply(
                        (_, connection) -> {
                            RawReceiver.write(
                                    connection, "HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n");
                            var tick = new CountDownLatch(1);
                            for (int i = 0; i < 10_000; i++) {
                                RawReceiver.write(connection, " ");
                                assertThat(tick.await(20, TimeUnit.MILLISECONDS)).isFalse();
                            }
                        });
        assertThat(reply).isEqualTo(failed("no complete answer within 300ms"));
    }

    @Test
    void aStatusThatNeedsNoBodyStandsThoughTheBodyNeverEnds() {
        assertThat(replyTo("HTTP/1.1 404 No\r\nContent-Length: 11\r\n\r\n"))
                .isEqualTo(answered("HTTP 404"));
        assertThat(replyTo("HTTP/1.1 410 No\r\nContent-Length: 11\r\n\r\n"))
                .isEqualTo(new FailedForGood("HTTP 410"));
        assertThat(replyTo("HTTP/1.1 503 No\r\nRetry-After: 9\r\nContent-Length: 11\r\n\r\n"))
                .isEqualTo(new Failed("HTTP 503", Optional.of(Duration.ofSeconds(9))));
    }

    @Test
    void aResetIsAFailedAttempt() {
        assertThat(reply((_, connection) -> RawReceiver.reset(connection)))
                .isInstanceOfSatisfying(
                        Failed.class,
                        it -> assertThat(it.error()).startsWith("the connection was"));
    }

    @Test
    void aCloseBeforeTheAnswerIsAFailedAttempt() {
        assertThat(reply((_, connection) -> connection.close()))
                .isEqualTo(failed("the connection was closed before the answer was complete"));
    }

    @Test
    void aCloseWithinTheAnswerIsAFailedAttempt() {
        var reply =
                reply(
                        (_, connection) -> {
                            RawReceiver.write(
                                    connection,
                                    "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{\"ok\":true");
                            connection.close();
                        });
        assertThat(reply)
                .isEqualTo(failed("the connection was closed before the answer was complete"));
    }

    @Test
    void anAnswerOf10MegabytesIsCutOffEarly() throws Exception {
        var cut = new CountDownLatch(1);
        try (var receiver = new RawReceiver((_, connection) -> flood(connection, cut))) {
            assertThat(sending.send(receiver)).isEqualTo(new Done());
            assertThat(cut.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void flood(Socket connection, CountDownLatch cut) {
        try {
            RawReceiver.write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n");
            var block = " ".repeat(10_000);
            for (int i = 0; i < 1_000; i++) {
                RawReceiver.write(connection, block);
            }
        } catch (java.io.IOException _) {
            cut.countDown();
        }
    }

    @Test
    void whatIsNotHttpIsAFailedAttempt() {
        assertThat(replyTo("SSH-2.0-OpenSSH_9.2\r\n\r\n"))
                .isInstanceOfSatisfying(
                        Failed.class,
                        it -> assertThat(it.error()).startsWith("no valid HTTP answer"));
        assertThat(replyTo("HTTP/1.1 200 OK\r\nX: " + "x".repeat(100_000) + "\r\n\r\n"))
                .isInstanceOfSatisfying(
                        Failed.class,
                        it -> assertThat(it.error()).startsWith("no valid HTTP answer"));
    }

    @Test
    void redirectsAreNotFollowed() {
        try (var elsewhere = RawReceiver.writing(OK)) {
            var location = "Location: " + elsewhere.url() + "\r\n";
            assertThat(replyTo(RawReceiver.response(307, location, "")))
                    .isEqualTo(answered("HTTP 307: redirects are not followed"));
            assertThat(elsewhere.connections()).isZero();
        }
    }

    @Test
    void tooManyRequestsWithRetryAfterInBothForms() {
        assertThat(replyTo(RawReceiver.response(429, "Retry-After: 17\r\n", "")))
                .isEqualTo(new Failed("HTTP 429", Optional.of(Duration.ofSeconds(17))));
        var date = "Retry-After: Mon, 06 May 2030 07:09:09 GMT\r\n";
        assertThat(replyTo(RawReceiver.response(429, date, "")))
                .isEqualTo(new Failed("HTTP 429", Optional.of(Duration.ofMillis(59_750))));
    }

    @Test
    void anAnswerThatCanNotBeReadIsAFailedAttemptAtOnce() {
        InstantSource broken =
                () -> {
                    throw new IllegalStateException("no time");
                };
        var date = "Retry-After: Mon, 06 May 2030 07:09:09 GMT\r\n";
        try (var receiver = RawReceiver.writing(RawReceiver.response(503, date, ""));
                var reading =
                        new Sending(
                                Sending.settings(SigningKeys.NONE),
                                new HttpClientOptions(),
                                broken)) {
            assertThat(reading.send(receiver))
                    .isEqualTo(answered("the answer can not be read (IllegalStateException)"));
        }
    }

    @Test
    void longAnswersShareTheirMemoryAndShortOnesAlwaysHaveSome() {
        var padded = RawReceiver.response(200, "", "{\"ok\":true}" + " ".repeat(5_000));
        var missing = RawReceiver.response(404, "", " ".repeat(5_000));
        try (var receiver = RawReceiver.writing(padded);
                var other = RawReceiver.writing(missing);
                var brief = RawReceiver.writing(OK);
                var poor = with(0);
                var rich = with(1_000)) {
            assertThat(poor.send(receiver))
                    .isEqualTo(answered("too many long answers came at the same time"));
            assertThat(poor.send(brief)).isEqualTo(new Done());
            assertThat(poor.send(other)).isEqualTo(answered("HTTP 404"));
            for (int i = 0; i < 5; i++) {
                assertThat(rich.send(receiver)).isEqualTo(new Done());
            }
        }
    }

    private static Sending with(long answerMemory) {
        return new Sending(
                Sending.settings(answerMemory, SigningKeys.NONE, Duration.ofSeconds(2)),
                new HttpClientOptions());
    }

    @Test
    void noContentIsDone() {
        assertThat(replyTo("HTTP/1.1 204 No Content\r\n\r\n")).isEqualTo(new Done());
    }

    @Test
    void anInformationalAnswerIsNotTheAnswer() {
        assertThat(replyTo("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + OK))
                .isEqualTo(new Done());
    }

    @Test
    void aRefusedPortIsAFailedAttempt() throws Exception {
        int port;
        try (var socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        assertThat(sending.send(Callback.to("http://127.0.0.1:" + port + "/?token=secret")))
                .isEqualTo(failed("connection refused by 127.0.0.1"));
    }

    @Test
    void anUnknownHostIsAFailedAttempt() {
        var callback = Callback.to("http://nobody.invalid/").within(Duration.ofSeconds(20));
        assertThat(sending.send(callback))
                .isInstanceOfSatisfying(
                        Failed.class,
                        it ->
                                assertThat(it.error())
                                        .isIn(
                                                "host not found: nobody.invalid",
                                                "no connection within 20s"));
    }

    @Test
    void aConnectionThatWasIdleForLongIsNotUsedAgain() throws Exception {
        try (var receiver = RawReceiver.writing(OK)) {
            sending.send(receiver);
            assertThat(new CountDownLatch(1).await(1_700, TimeUnit.MILLISECONDS)).isFalse();
            assertThat(sending.send(receiver)).isEqualTo(new Done());
            assertThat(receiver.connections()).isEqualTo(2);
        }
    }

    @Test
    void aConnectionClosedUnderTheNextRequestIsAFailedAttemptAndNothingIsSentTwice() {
        try (var receiver =
                new RawReceiver(
                        (request, connection) -> {
                            if (new String(request.body(), java.nio.charset.StandardCharsets.UTF_8)
                                    .contains("\"attempt\":1,")) {
                                RawReceiver.write(connection, OK);
                            } else {
                                connection.close();
                            }
                        })) {
            assertThat(sending.send(receiver)).isEqualTo(new Done());
            assertThat(sending.send(Callback.to(receiver.url()).attempt(2, 7)))
                    .isEqualTo(failed("the connection was closed before the answer was complete"));
            assertThat(receiver.connections()).isEqualTo(1);
            assertThat(receiver.requestsSoFar()).isEqualTo(2);
        }
    }

    @Test
    void aConnectionClosedWhileIdleIsReplaced() throws Exception {
        try (var receiver = RawReceiver.writing(OK)) {
            sending.send(receiver);
            receiver.connection(0).close();
            // Whether the close is seen before the next request or after it, nothing is sent twice.
            var reply = sending.send(receiver);
            assertThat(reply)
                    .isIn(
                            new Done(),
                            failed("the connection was closed before the answer was complete"),
                            failed("the connection was reset before the answer was complete"));
            assertThat(sending.send(receiver)).isEqualTo(new Done());
        }
    }

    @Test
    void anAttemptThatFindsNoRoomIsHandedBack() throws Exception {
        try (var receiver = new RawReceiver((_, _) -> {})) {
            var replies = new ArrayList<BlockingQueue<CallbackReply>>();
            for (int i = 0; i < 8; i++) {
                replies.add(sending.start(Callback.to(receiver.url())));
                receiver.nextRequest();
            }
            assertThat(sending.send(receiver)).isEqualTo(new NotSent());
            assertThat(receiver.connections()).isEqualTo(8);
            RawReceiver.write(receiver.connection(0), OK);
            assertThat(Sending.await(replies.getFirst())).isEqualTo(new Done());
        }
    }

    @Test
    void closingWaitsForAttemptsUnderWayAndStartsNone() throws Exception {
        try (var patient = new Sending(Sending.LONG);
                var receiver = new RawReceiver((_, _) -> {})) {
            var replies = patient.start(Callback.to(receiver.url()));
            receiver.nextRequest();
            var closing = Thread.ofVirtual().start(patient.sender()::close);
            while (closing.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            assertThat(patient.send(receiver)).isEqualTo(new NotSent());
            RawReceiver.write(receiver.connection(0), OK);
            assertThat(Sending.await(replies)).isEqualTo(new Done());
            closing.join();
            assertThat(receiver.requestsSoFar()).isZero();
        }
    }

    @Test
    void closingCutsAttemptsThatTakeTooLong() throws Exception {
        try (var receiver = new RawReceiver((_, _) -> {})) {
            var replies = sending.start(Callback.to(receiver.url()));
            receiver.nextRequest();
            sending.sender().close();
            assertThat(Sending.await(replies))
                    .isEqualTo(answered("Belfry stopped before the answer came"));
        }
    }
}
