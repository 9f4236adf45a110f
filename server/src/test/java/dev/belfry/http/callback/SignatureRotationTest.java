package dev.belfry.http.callback;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import dev.belfry.check.faults.RawReceiver;
import dev.belfry.server.Eventually;
import dev.belfry.server.ServerUnderTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys change in the file while callbacks go on; the official library judges every signature. */
class SignatureRotationTest {
    private static final String OLD = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String NEW = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    private static final String BILLING = "whsec_cGxKM25teUNER0JLSW5hdmRPSzE1anNsOA==";

    @TempDir private Path folder;

    private final AtomicInteger names = new AtomicInteger();

    @Test
    void keysRotateWithoutARestartAndEveryCallbackIsSigned() throws Exception {
        var file = folder.resolve("secrets.yaml");
        replace(file, OLD);
        try (var receiver = RawReceiver.answering(200, "", "");
                var server =
                        ServerUnderTest.start(
                                Map.of(
                                        "callback.secrets",
                                        file.toString(),
                                        "groups.billing.retention",
                                        "0s"))) {
            assertThat(signers(fire(server, receiver, "default"))).containsExactly(OLD);
            assertThat(signers(fire(server, receiver, "billing"))).containsExactly(BILLING);

            replace(file, OLD + " " + NEW);
            rotatesTo(server, receiver, List.of(OLD, NEW));
            replace(file, "hunter2");
            assertThat(signers(fire(server, receiver, "default"))).containsExactly(OLD, NEW);
            replace(file, NEW);
            rotatesTo(server, receiver, List.of(NEW));
            assertThat(signers(fire(server, receiver, "billing"))).containsExactly(BILLING);
        }
    }

    /** As secrets are mounted: another file takes the place of the one before. */
    private void replace(Path file, String keys) throws IOException {
        var next = folder.resolve("next");
        Files.writeString(next, "signingKeys: {'*': '%s', billing: '%s'}".formatted(keys, BILLING));
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private void rotatesTo(ServerUnderTest server, RawReceiver receiver, List<String> keys) {
        Eventually.holds(
                "signed by " + keys.size(),
                () -> {
                    var signers = signers(fire(server, receiver, "default"));
                    assertThat(signers).as("every callback is signed").isNotEmpty();
                    return signers.equals(keys);
                });
    }

    private RawReceiver.Request fire(ServerUnderTest server, RawReceiver receiver, String group) {
        var created =
                server.post(
                        "/api/v1/timers",
                        """
                        {"groupId": "%s", "timerId": "t%d", "executeAt": "2020-01-01T00:00:00Z", "callbackUrl": "%s", "payload": "ü"}\
                        """
                                .formatted(group, names.incrementAndGet(), receiver.url()));
        assertThat(created.status()).isEqualTo(201);
        try {
            return receiver.nextRequest();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The keys whose holders take the callback for genuine. */
    private static List<String> signers(RawReceiver.Request request) {
        return Stream.of(OLD, NEW, BILLING).filter(key -> isGenuine(key, request)).toList();
    }

    private static boolean isGenuine(String key, RawReceiver.Request request) {
        var headers =
                Stream.of("webhook-id", "webhook-timestamp", "webhook-signature")
                        .collect(
                                Collectors.toMap(
                                        name -> name, name -> List.of(request.header(name))));
        try {
            new Webhook(key).verify(new String(request.body(), StandardCharsets.UTF_8), headers);
            return true;
        } catch (WebhookVerificationException _) {
            return false;
        }
    }
}
