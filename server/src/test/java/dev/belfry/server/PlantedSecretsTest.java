package dev.belfry.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.operate.access.Role;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Secrets in every place that takes one; nothing that the server says may hold them. */
class PlantedSecretsTest {
    /** In every secret of this test but the key; letters of Base64, as signing keys are. */
    private static final String PLANT = "PLANTEDSECRET000";

    private static final String SIGNING_KEY = "whsec_" + PLANT + PLANT + "%d";

    @TempDir private Path folder;

    /** All that is logged, with its values and causes. */
    private static final class Heard extends AppenderBase<ILoggingEvent> {
        private final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();

        @Override
        protected void append(ILoggingEvent event) {
            lines.add(
                    "%s %s %s"
                            .formatted(
                                    event.getFormattedMessage(),
                                    event.getKeyValuePairs(),
                                    ThrowableProxyUtil.asString(event.getThrowableProxy())));
        }

        boolean hold(String text) {
            return lines.stream().anyMatch(it -> it.contains(text));
        }
    }

    @Test
    void nothingThatTheServerSaysHoldsASecret() throws Exception {
        var keys = new TestKeys(folder.resolve("keys.yaml"));
        var admin = keys.add("admin", Role.ADMIN, "*");
        var secrets = Files.writeString(folder.resolve("secrets.yaml"), secretsFile());
        var heard = new Heard();
        var logger = (Logger) LoggerFactory.getLogger("dev.belfry");
        heard.start();
        logger.addAppender(heard);
        var said = new ArrayList<String>();
        var store = new MemoryTimerStore(InstantSource.system());
        try (var server = ServerUnderTest.on(store, settings(keys, secrets))) {
            said.addAll(refusals(server, admin));
            assertThat(said).allMatch(it -> it.startsWith("4"));
            fail(server, admin);
            Files.writeString(secrets, secretsFile() + "nonsense: " + PLANT);
            Eventually.holds("the file is refused", () -> heard.hold("nonsense"));
            var views = views(server, admin);
            assertThat(views).allMatch(it -> it.startsWith("200 "));
            said.addAll(views);
        } finally {
            logger.detachAppender(heard);
        }
        var key = admin.substring("Bearer ".length());
        for (var secret : List.of(PLANT, key, inBasic())) {
            assertThat(said).noneMatch(it -> it.contains(secret));
            assertThat(heard.lines).noneMatch(it -> it.contains(secret));
        }
    }

    /** As it is sent to receivers and to the proxy. */
    private static String inBasic() {
        return Base64.getEncoder().encodeToString(("user:" + PLANT).getBytes(UTF_8));
    }

    private Map<String, String> settings(TestKeys keys, Path secrets) throws Exception {
        var settings = new HashMap<String, String>();
        settings.put("log.level", "debug");
        settings.put("auth.keys", keys.path().toString());
        settings.put("cluster.secret", PLANT + "-of-the-cluster");
        settings.put("store.url", "jdbc:postgresql://db/belfry?user=b&password=" + PLANT);
        settings.put("callback.signingKeys", SIGNING_KEY.formatted(1000));
        settings.put("callback.secrets", secrets.toString());
        settings.put("callback.proxy", "http://user:%s@127.0.0.1:%d".formatted(PLANT, deadPort()));
        settings.put("groups.own.shards", "2");
        settings.put("groups.own.retry.maxAttempts", "1");
        return settings;
    }

    private static int deadPort() throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String secretsFile() {
        return """
        signingKeys:
          own: "%s"
        credentials:
          bearer: {bearer: "%s", hosts: api.example.com}
          basic: {basic: "user:%s", hosts: api.example.com}
          header: {header: "X-Key: %s", hosts: api.example.com}
        """
                .formatted(SIGNING_KEY.formatted(2000), PLANT, PLANT, PLANT);
    }

    private static String timer(String id, String host, String more) {
        return """
        {"groupId": "own", "timerId": "%s", "delay": "0s", "callbackUrl": "https://%s/hook",
         "headers": {"X-Secret": "%s"}%s}"""
                .formatted(id, host, PLANT, more);
    }

    /** What callers who make mistakes with secrets in their hands are told. */
    private static List<String> refusals(ServerUnderTest server, String admin) {
        UnaryOperator<String> create =
                body -> server.post("/api/v1/timers", body, "Authorization", admin).toString();
        return List.of(
                get(server, "/api/v1/groups", "Bearer bf_" + PLANT),
                get(server, "/api/v1/groups", "Bearer e30." + PLANT + ".x"),
                get(server, "/api/v1/groups", "Basic " + PLANT),
                create.apply(timer("a", "other.example.com", ", \"credential\": \"bearer\"")),
                create.apply(timer("a", "api.example.com", ", \"credential\": \"none\"")),
                create.apply(timer("a", "127.0.0.1", "")));
    }

    /** Timers whose only attempt fails at a proxy that is not there. */
    private static void fail(ServerUnderTest server, String admin) {
        for (var credential : List.of("bearer", "basic", "header")) {
            var body =
                    timer(
                            credential,
                            "api.example.com",
                            ", \"credential\": \"%s\"".formatted(credential));
            var made = server.post("/api/v1/timers", body, "Authorization", admin);
            assertThat(made.status()).as(made.toString()).isEqualTo(201);
        }
        Eventually.holds(
                "they failed",
                () ->
                        server.get("/api/v1/groups/own/failed", "Authorization", admin)
                                        .json()
                                        .path("timers")
                                        .size()
                                == 3);
    }

    private static List<String> views(ServerUnderTest server, String admin) {
        return List.of(
                get(server, "/api/v1/system", admin),
                get(server, "/metrics", admin),
                get(server, "/api/v1/alarms", admin),
                get(server, "/api/v1/cluster", admin),
                get(server, "/api/v1/session", admin),
                get(server, "/api/v1/groups/own", admin),
                get(server, "/api/v1/groups/own/failed", admin),
                get(server, "/api/v1/groups/own/failed/reasons", admin),
                get(server, "/api/v1/timers/own/bearer", admin),
                get(server, "/api/v1/timers/own/bearer/explanation", admin));
    }

    private static String get(ServerUnderTest server, String path, String said) {
        return server.get(path, "Authorization", said).toString();
    }
}
