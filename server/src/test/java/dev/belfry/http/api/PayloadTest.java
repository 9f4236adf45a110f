package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.server.Receiver;
import dev.belfry.server.ServerUnderTest;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadTest {
    private static final long SEED = 20_260_131;

    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "0",
                "-0.0",
                "1.10",
                "1E+400",
                "123456789012345678901234567890.123456789012345678901234567890",
                "\"\"",
                "\"\\u0041\\/\\ud83d\\ude00 \\ud800\"",
                "\"ünï☃😀\"",
                "{\"\\ud800\": 1, \"\\uDC00x\" : {\"a\\\\\\ud800\":2}}",
                "{\"\\ud83d\\ude00\":\"\\udfff\"}",
                "[ ]",
                "{ \"b\" : 1 ,\n\t\"a\" : [ 1 , 2 ] }",
                "{\"a\":1,\"a\":2,\"\":3}",
                "[[[[]]], {\"x\": {\"y\": null}}]"
            })
    void aPayloadComesBackByteForByte(String payload) {
        comesBack(payload);
    }

    private static void comesBack(String payload) {
        var blanks = payload.length() % 2 == 0 ? " \r\n\t " : "";
        var stored =
                server.put(
                        "/api/v1/timers/default/p",
                        "{\"executeAt\": \"2090-01-31T09:00:00Z\",%s\"payload\"%s:%s%s%s,\"callbackUrl\": \"http://a.example\"}"
                                .formatted(blanks, blanks, blanks, payload, blanks));
        assertThat(stored.status()).as(stored.toString()).isIn(200, 201);
        assertThat(server.get("/api/v1/timers/default/p").text())
                .contains("\"payload\":" + payload + ",\"createdAt\"");
        var patched =
                server.patch(
                        "/api/v1/timers/default/p", "{" + blanks + "\"payload\":" + payload + "}");
        assertThat(patched.text()).contains("\"payload\":" + payload + ",\"createdAt\"");
        server.delete("/api/v1/timers/default/p");
    }

    @Test
    void anyPayloadComesBackByteForByte() {
        var random = new Random(SEED);
        for (int i = 0; i < 300; i++) {
            var payload = json(random, 0);
            try {
                comesBack(payload);
            } catch (AssertionError e) {
                throw new AssertionError("seed %d, payload %s".formatted(SEED, payload), e);
            }
        }
    }

    @Test
    void theReceiverGetsThePayloadByteForByte() throws Exception {
        var payload = "{\"n\": 1.10, \"n\": 2,  \"s\": \"\\u00e9é\"}";
        try (var receiver = Receiver.answering(204, "")) {
            server.put(
                    "/api/v1/timers/default/sent",
                    "{\"executeAt\": \"2020-01-31T09:00:00Z\", \"callbackUrl\": \"%s\", \"payload\": %s}"
                            .formatted(receiver.url(), payload));
            assertThat(new String(receiver.next(), StandardCharsets.UTF_8)).contains(payload);
        }
    }

    private static String json(Random random, int depth) {
        return switch (random.nextInt(depth > 4 ? 4 : 6)) {
            case 0 -> new String[] {"null", "true", "false"}[random.nextInt(3)];
            case 1 -> number(random);
            case 2, 3 -> string(random);
            case 4 -> list(random, depth);
            default -> object(random, depth);
        };
    }

    private static String number(Random random) {
        var text = (random.nextBoolean() ? "-" : "") + random.nextInt(1_000);
        text += random.nextBoolean() ? "." + random.nextInt(1_000) + "0" : "";
        return text + (random.nextBoolean() ? "e+0" + random.nextInt(99) : "");
    }

    private static String string(Random random) {
        var text = new StringBuilder("\"");
        for (int i = random.nextInt(12); i > 0; i--) {
            switch (random.nextInt(5)) {
                case 0 -> text.append("\\u%04x".formatted(random.nextInt(0x10000)));
                case 1 -> text.append("\\").append("\"\\/bfnrt".charAt(random.nextInt(8)));
                case 2 -> text.appendCodePoint(0x1F600 + random.nextInt(64));
                case 3 -> text.append((char) (0xA0 + random.nextInt(0x500)));
                default -> text.append((char) ('a' + random.nextInt(26)));
            }
        }
        return text.append('"').toString();
    }

    private static String list(Random random, int depth) {
        var text = new StringBuilder("[");
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(json(random, depth + 1)).append(i > 1 ? " , " : "\n");
        }
        return text.append(']').toString();
    }

    private static String object(Random random, int depth) {
        var text = new StringBuilder("{");
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(string(random)).append(" : ").append(json(random, depth + 1));
            text.append(i > 1 ? ", " : "\t");
        }
        return text.append('}').toString();
    }
}
