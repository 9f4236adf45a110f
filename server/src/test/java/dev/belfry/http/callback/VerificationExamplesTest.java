package dev.belfry.http.callback;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.belfry.check.faults.RawReceiver;
import dev.belfry.server.OpenApiFile;
import dev.belfry.server.ServerUnderTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples of docs/callbacks.md that check a signature, run as they stand there against
 * callbacks of a real server. Needs python3 and node.
 */
class VerificationExamplesTest {
    private static final String OLD_KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String NEW_KEY = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String OTHER_KEY = "whsec_HxwbGhkYFxYVFBMSERAPDg0MCwoJCAcGBQQDAgEAAAA=";

    /** What each program prints for the cases, in their order. */
    private static final List<String> EXPECTED =
            List.of("true", "true", "false", "false", "false", "true", "true");

    private static final String JAVA =
            """
            import module java.base;
            import javax.crypto.*;
            import javax.crypto.spec.*;
            import static java.nio.charset.StandardCharsets.UTF_8;
            %s
            void main() throws Exception {
                for (var line : new String(System.in.readAllBytes(), UTF_8).lines().toList()) {
                    var part = line.split("[|]", -1);
                    var headers = Map.of("webhook-id", part[1], "webhook-timestamp", part[2], "webhook-signature", part[3]);
                    System.out.println(isGenuine(part[0], headers, Base64.getDecoder().decode(part[4])));
                }
            }
            """;

    private static final String PYTHON =
            """
            %s
            import sys
            for line in sys.stdin:
                secret, id, timestamp, signature, body = line.rstrip("\\n").split("|")
                headers = {"webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature}
                print(str(is_genuine(secret, headers, base64.b64decode(body))).lower())
            """;

    private static final String JAVASCRIPT =
            """
            %s
            for (const line of require('node:fs').readFileSync(0, 'utf8').trim().split('\\n')) {
              const [secret, id, timestamp, signature, body] = line.split('|');
              const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
              console.log(isGenuine(secret, headers, Buffer.from(body, 'base64')));
            }
            """;

    private static String cases;
    private static RawReceiver.Request enveloped;

    @TempDir private Path folder;

    @BeforeAll
    static void receive() throws Exception {
        var keys = Map.of("callback.signingKeys", OLD_KEY + " " + NEW_KEY);
        try (var server = ServerUnderTest.start(keys);
                var receiver = RawReceiver.answering(200, "", "")) {
            enveloped = fired(server, receiver, "POST", "envelope");
            var bare = fired(server, receiver, "PUT", "payload");
            var empty = fired(server, receiver, "GET", "envelope");
            var changed = (bodyOf(enveloped) + " ").getBytes(StandardCharsets.UTF_8);
            var lines = new ArrayList<String>();
            lines.add(line(OLD_KEY, enveloped, timestamp(enveloped), enveloped.body()));
            lines.add(line(NEW_KEY, enveloped, timestamp(enveloped), enveloped.body()));
            lines.add(line(OTHER_KEY, enveloped, timestamp(enveloped), enveloped.body()));
            lines.add(line(OLD_KEY, enveloped, timestamp(enveloped), changed));
            lines.add(line(OLD_KEY, enveloped, "1700000000", enveloped.body()));
            lines.add(line(OLD_KEY, bare, timestamp(bare), bare.body()));
            lines.add(line(OLD_KEY, empty, timestamp(empty), empty.body()));
            cases = String.join("\n", lines) + "\n";
        }
    }

    @AfterAll
    static void forget() {
        cases = "";
    }

    private static RawReceiver.Request fired(
            ServerUnderTest server, RawReceiver receiver, String method, String body)
            throws InterruptedException {
        var timer =
                """
                {"delay": "0s", "callbackUrl": "%s", "method": "%s", "body": "%s", "payload": {"n": "ü ✓"}}"""
                        .formatted(receiver.url(), method, body);
        assertThat(server.put("/api/v1/timers/default/signed-" + method, timer).status())
                .isEqualTo(201);
        return receiver.nextRequest();
    }

    private static String timestamp(RawReceiver.Request request) {
        return request.header("webhook-timestamp");
    }

    private static String bodyOf(RawReceiver.Request request) {
        return new String(request.body(), StandardCharsets.UTF_8);
    }

    private static String line(
            String secret, RawReceiver.Request request, String timestamp, byte[] body) {
        return String.join(
                "|",
                secret,
                request.header("webhook-id"),
                timestamp,
                request.header("webhook-signature"),
                Base64.getEncoder().encodeToString(body));
    }

    @Test
    void theExampleInJavaTellsGenuineCallbacksFromOthers() throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        assertThat(run(java, "Verification.java", JAVA, "java")).isEqualTo(EXPECTED);
    }

    @Test
    void theExampleInPythonTellsGenuineCallbacksFromOthers() throws Exception {
        assertThat(run("python3", "verification.py", PYTHON, "python")).isEqualTo(EXPECTED);
    }

    @Test
    void theExampleInJavaScriptTellsGenuineCallbacksFromOthers() throws Exception {
        assertThat(run("node", "verification.cjs", JAVASCRIPT, "javascript")).isEqualTo(EXPECTED);
    }

    @Test
    void theEnvelopeIsAsTheOpenApiFileSays() throws IOException {
        var schema = OpenApiFile.load().root().at("/components/schemas/CallbackEnvelope");
        var body = new JsonMapper().readTree(enveloped.body());

        assertThat(body.fieldNames()).toIterable().containsExactlyElementsOf(names(schema));
    }

    private static List<String> names(JsonNode schema) {
        var names = new ArrayList<String>();
        schema.path("required").forEach(name -> names.add(name.asText()));
        return names;
    }

    private List<String> run(String program, String file, String frame, String language)
            throws Exception {
        var source = Files.writeString(folder.resolve(file), frame.formatted(example(language)));
        var process =
                new ProcessBuilder(program, source.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (var out = process.getOutputStream()) {
            out.write(cases.getBytes(StandardCharsets.UTF_8));
        }
        var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(program).isZero();
        return printed.lines().toList();
    }

    private static String example(String language) throws IOException {
        var page = Files.readString(Path.of("../docs/callbacks.md"));
        var block = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page);
        assertThat(block.find()).as(language).isTrue();
        return block.group(1);
    }
}
