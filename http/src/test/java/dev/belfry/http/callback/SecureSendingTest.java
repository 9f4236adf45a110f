package dev.belfry.http.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.faults.RawReceiver;
import dev.belfry.node.fire.CallbackReply.Done;
import dev.belfry.node.fire.CallbackReply.Failed;
import dev.belfry.node.fire.CallbackReply.NotSent;
import dev.belfry.operate.config.SigningKeys;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Callbacks over TLS, to a receiver that speaks HTTP/2 and one that does not. */
class SecureSendingTest {
    private static final String PASSWORD = "changeit";

    /** Longer than a connection may take without a question. */
    private static final int LONG_CONNECT_MILLIS = 1_200;

    @TempDir private static Path folder;

    private final Vertx vertx = Vertx.vertx();
    private final Set<HttpVersion> versions = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private PfxOptions certificate = new PfxOptions();

    @BeforeEach
    void makeCertificate() throws Exception {
        var store = folder.resolve("receiver.p12");
        if (!store.toFile().exists()) {
            keytool(store);
        }
        certificate = new PfxOptions().setPath(store.toString()).setPassword(PASSWORD);
    }

    private static void keytool(Path store) throws IOException, InterruptedException {
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var process =
                new ProcessBuilder(
                                keytool,
                                "-genkeypair",
                                "-keyalg",
                                "EC",
                                "-alias",
                                "receiver",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "san=dns:localhost",
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                PASSWORD,
                                "-keystore",
                                store.toString())
                        .inheritIO()
                        .start();
        assertThat(process.waitFor()).isZero();
    }

    @AfterEach
    void close() {
        vertx.close().await();
    }

    private HttpServer receiver(List<HttpVersion> spoken) {
        return vertx.createHttpServer(
                        new HttpServerOptions()
                                .setSsl(true)
                                .setUseAlpn(true)
                                .setAlpnVersions(spoken)
                                .setKeyCertOptions(certificate))
                .connectionHandler(_ -> connections.incrementAndGet())
                .requestHandler(
                        request -> {
                            versions.add(request.version());
                            request.body().onSuccess(_ -> request.response().end("{\"ok\":true}"));
                        })
                .listen(0, "localhost")
                .await();
    }

    private static Sending trusting(PfxOptions certificate) {
        return new Sending(
                Sending.settings(SigningKeys.NONE),
                new HttpClientOptions().setTrustOptions(certificate));
    }

    private static Callback to(HttpServer receiver, String host) {
        return Callback.to("https://" + host + ":" + receiver.actualPort() + "/");
    }

    @Test
    void http2IsSpokenWithThoseWhoCan() {
        var receiver = receiver(List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1));
        try (var sending = trusting(certificate)) {
            for (int i = 0; i < 10; i++) {
                assertThat(sending.send(to(receiver, "localhost"))).isEqualTo(new Done());
            }
        }
        assertThat(versions).containsExactly(HttpVersion.HTTP_2);
        assertThat(connections).hasValue(1);
    }

    @Test
    void http11IsSpokenWithTheOthers() {
        var receiver = receiver(List.of(HttpVersion.HTTP_1_1));
        try (var sending = trusting(certificate)) {
            assertThat(sending.send(to(receiver, "localhost"))).isEqualTo(new Done());
        }
        assertThat(versions).containsExactly(HttpVersion.HTTP_1_1);
    }

    @Test
    void anUnknownAuthorityIsNotTrusted() {
        var receiver = receiver(List.of(HttpVersion.HTTP_1_1));
        try (var sending = new Sending()) {
            assertThat(sending.send(to(receiver, "localhost")))
                    .isEqualTo(
                            Failed.unanswered("TLS: the certificate of localhost is not trusted"));
        }
        assertThat(versions).isEmpty();
    }

    @Test
    void aCertificateForAnotherHostIsNotTrusted() {
        var receiver = receiver(List.of(HttpVersion.HTTP_1_1));
        try (var sending = trusting(certificate)) {
            assertThat(sending.send(to(receiver, "127.0.0.1")))
                    .isEqualTo(
                            Failed.unanswered("TLS: the certificate of 127.0.0.1 is not trusted"));
        }
        assertThat(versions).isEmpty();
    }

    @Test
    void anAttemptThatNeededLongToConnectLeavesOnlyIfItStillMay() {
        var slow = slowWayTo(receiver(List.of(HttpVersion.HTTP_1_1)));
        var callback = Callback.to("https://localhost:" + slow.actualPort() + "/");
        try (var sending = trusting(certificate)) {
            var forbidden = sending.start(callback, answer -> answer.accept(false));
            assertThat(Sending.await(forbidden)).isEqualTo(new NotSent());
            assertThat(versions).isEmpty();
            var allowed = sending.start(callback, answer -> answer.accept(true));
            assertThat(Sending.await(allowed)).isEqualTo(new Done());
            assertThat(versions).hasSize(1);
        }
    }

    /** Connections are accepted at once; what is said on them arrives after a while. */
    private NetServer slowWayTo(HttpServer receiver) {
        var client = vertx.createNetClient();
        return vertx.createNetServer()
                .connectHandler(
                        near -> {
                            near.pause();
                            vertx.setTimer(
                                    LONG_CONNECT_MILLIS,
                                    _ ->
                                            client.connect(receiver.actualPort(), "localhost")
                                                    .onSuccess(far -> join(near, far)));
                        })
                .listen(0, "localhost")
                .await();
    }

    private static void join(NetSocket near, NetSocket far) {
        near.pipeTo(far);
        far.pipeTo(near);
    }

    @Test
    void aReceiverWithoutTlsIsAFailedAttempt() {
        try (var plain = RawReceiver.answering(200, "", "{\"ok\":true}");
                var sending = new Sending()) {
            var callback =
                    Callback.to("https://127.0.0.1:" + plain.port() + "/").within(Sending.SHORT);
            assertThat(sending.send(callback)).isInstanceOf(Failed.class);
        }
    }
}
