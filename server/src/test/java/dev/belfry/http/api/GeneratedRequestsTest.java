package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.belfry.server.OpenApiFile;
import dev.belfry.server.RawConnection;
import dev.belfry.server.Reply;
import dev.belfry.server.ServerUnderTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Thousands of requests made from the OpenAPI file, most of them with a fault. None is answered
 * with a failure of the server, none is left without an answer, and no timer is lost or changed by
 * a request that was refused.
 */
class GeneratedRequestsTest {
    private static final long SEED = 42;
    private static final int REQUESTS = 6_000;
    private static final int WITNESSES = 200;

    private static ServerUnderTest server;

    private final OpenApiFile file = OpenApiFile.load();
    private final Map<String, String> acknowledged = new HashMap<>();

    /** Timers that were fired change by themselves, as their receivers answer. */
    private final Set<String> fired = new HashSet<>();

    /** Answers after which the server lingers and closes; a few of them are seen to their end. */
    private int closing;

    private final List<String> failures = new ArrayList<>();
    private final Map<String, Integer> tally = new TreeMap<>();

    @TempDir private static Path folder;

    @BeforeAll
    static void start() throws IOException {
        var secrets =
                Files.writeString(
                        folder.resolve("secrets.yaml"),
                        "credentials: {known: {bearer: b, hosts: '*', schemes: 'http, https'}}");
        server =
                ServerUnderTest.start(
                        Map.of(
                                "groups.default.shards", "4",
                                "groups.other.shards", "2",
                                "callback.secrets", secrets.toString(),
                                "http.bodyTimeout", "200ms",
                                "http.idleTimeout", "2s",
                                "http.maxEventClients", "10000",
                                "limits.payload", "8000",
                                "limits.body", "20000",
                                "limits.batchBody", "40000"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void everyRequestIsAnsweredNoneWithAFailureOfTheServerAndNoTimerIsLost() throws Exception {
        var random = new Random(SEED);
        var generator = new RequestGenerator(file, random);
        createWitnesses();
        for (int i = 0; i < REQUESTS; i++) {
            int number = i;
            var draft = random.nextInt(4) == 0 ? generator.good() : generator.faulty();
            Supplier<String> told = () -> "seed %d, request %d, %s".formatted(SEED, number, draft);
            try {
                send(draft, told, random.nextInt(4) == 0);
            } catch (IOException | RuntimeException | AssertionError e) {
                failures.add(told.get() + " " + e);
            }
            if (i % 100 == 0) {
                pipeline(generator);
            }
        }
        System.out.printf("seed %d, %d requests: %s%n", SEED, REQUESTS, tally);
        assertThat(failures).isEmpty();
        requireAllThere();
        assertThat(server.get("/health/ready").status()).isEqualTo(200);
    }

    private void createWitnesses() {
        var timers =
                IntStream.range(0, WITNESSES)
                        .mapToObj(GeneratedRequestsTest::witness)
                        .collect(Collectors.joining(","));
        var reply = server.post("/api/v1/timers/batch", "{\"timers\":[" + timers + "]}");
        reply.json().path("results").forEach(it -> remember(it.path("timer")));
        assertThat(acknowledged).hasSize(WITNESSES);
    }

    private static String witness(int number) {
        return """
        {"timerId": "witness-%d", "executeAt": "2090-01-01T00:00:00Z", "callbackUrl": "http://a.example/", "payload": {"n":  %d}}\
        """
                .formatted(number, number);
    }

    private void send(Draft draft, Supplier<String> told, boolean again) throws IOException {
        try (var connection = new RawConnection(server.port())) {
            connection.say(draft.bytes());
            if (draft.goesAway) {
                connection.hangUp();
            }
            if (draft.expected == Draft.Expected.BROKEN) {
                broken(connection, draft, told);
                return;
            }
            var reply = connection.reply(draft.method);
            judge(draft, reply, told);
            count(draft, reply.status());
            if (again && !reply.header("Connection").equals("close")) {
                stillTalks(connection, draft);
            }
        }
    }

    private void judge(Draft draft, Reply reply, Supplier<String> told) {
        assertThat(reply.status()).as("%s: %s", told.get(), reply).isBetween(200, 499);
        if (draft.method.equals("GET") || draft.method.equals("HEAD") || reply.status() < 400) {
            file.requireDescribed(draft.method, draft.target(), reply);
        } else {
            file.requireProblem(draft.method, draft.target(), reply);
        }
        switch (draft.expected) {
            case FINE -> fine(draft, reply, told);
            case REFUSED -> refused(draft, reply, told);
            case ANY, BROKEN -> {}
        }
        if (reply.status() < 300) {
            learn(draft, reply);
        }
    }

    private static void fine(Draft draft, Reply reply, Supplier<String> told) {
        if (reply.status() == 422) {
            assertThat(draft.method).isEqualTo("PATCH");
            assertThat(reply.field("code")).isEqualTo("HEADERS_REQUIRED");
            return;
        }
        assertThat(reply.status())
                .as("%s: %s", told.get(), reply)
                .isIn(200, 201, 202, 204, 404, 409, 412);
    }

    private static void refused(Draft draft, Reply reply, Supplier<String> told) {
        if (reply.status() == 200 && draft.path.endsWith("/batch")) {
            return;
        }
        assertThat(reply.status()).as("%s: %s", told.get(), reply).isIn(400, 413, 415);
        if (draft.fault.isPresent() && reply.status() == 400) {
            assertThat(reply.field("code")).isEqualTo("INVALID_INPUT");
            assertThat(reply.field("field").split("[.\\[]", -1)[0])
                    .as("%s: %s", told.get(), reply)
                    .isEqualTo(draft.fault.get());
        }
    }

    /** What breaks the rules of HTTP is refused, or the connection ends; it never hangs. */
    private void broken(RawConnection connection, Draft draft, Supplier<String> told)
            throws IOException {
        Optional<Reply> reply = Optional.empty();
        try {
            reply = Optional.of(connection.reply(draft.method));
        } catch (java.net.SocketTimeoutException stuck) {
            throw stuck;
        } catch (IOException ended) {
            count(draft, 0);
        }
        if (reply.isPresent()) {
            var status = reply.get().status();
            if (isOfTheFramework(draft, reply.get())) {
                count(draft, status);
                return;
            }
            assertThat(status).as("%s: %s", told.get(), reply).isBetween(200, 499);
            if (status >= 400) {
                file.requireProblem(draft.method, draft.target(), reply.get());
            } else {
                learn(draft, reply.get());
            }
            count(draft, status);
            if (reply.get().header("Connection").equals("close") && ++closing % 20 == 0) {
                connection.everything();
            }
        }
    }

    /** What Vert.x answers by itself, with no body, before there is a request. */
    private static boolean isOfTheFramework(Draft draft, Reply reply) {
        return reply.status() == 501 && draft.what.equals("a bad version");
    }

    private static void stillTalks(RawConnection connection, Draft draft) throws IOException {
        if (!draft.path.equals("/events")) {
            connection.say("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(connection.reply("GET").status()).as("after %s", draft).isEqualTo(200);
        }
    }

    /** Several good requests at once are answered one by one, in order. */
    private void pipeline(RequestGenerator generator) throws IOException {
        var drafts =
                IntStream.range(0, 20)
                        .mapToObj(_ -> generator.good())
                        .filter(it -> !it.path.equals("/events"))
                        .toList();
        try (var connection = new RawConnection(server.port())) {
            for (var draft : drafts) {
                connection.say(draft.bytes());
            }
            for (var draft : drafts) {
                draft.what = "pipelined";
                var reply = connection.reply(draft.method);
                judge(draft, reply, draft::toString);
                count(draft, reply.status());
            }
        }
    }

    private void count(Draft draft, int status) {
        tally.merge(draft.what + " " + (status == 0 ? "closed" : "" + status), 1, Integer::sum);
    }

    private void learn(Draft draft, Reply reply) {
        if (draft.method.equals("DELETE")) {
            acknowledged.remove(canonical(draft.path));
        } else if (List.of("POST", "PUT", "PATCH").contains(draft.method)) {
            var json = reply.json();
            if (draft.path.endsWith("/fire")) {
                fired.add(path(json));
            }
            remember(json);
            learnBatch(draft, json.path("results"));
        }
    }

    private void learnBatch(Draft draft, JsonNode results) {
        for (int i = 0; i < results.size(); i++) {
            remember(results.get(i).path("timer"));
            if (results.get(i).path("status").asInt() == 204) {
                acknowledged.remove(path(items(draft).get(i)));
            }
        }
    }

    private static JsonNode items(Draft draft) {
        try {
            return new JsonMapper().readTree(draft.bodyText()).path("timers");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void remember(JsonNode timer) {
        if (timer.has("timerUuid")) {
            acknowledged.put(path(timer), timer.toString());
        }
    }

    private static String canonical(String path) {
        return path.replaceFirst("^/api/v1/timers/([^/]*)/", "/api/v1/groups/$1/timers/");
    }

    private static String path(JsonNode timer) {
        return "/api/v1/groups/%s/timers/%s"
                .formatted(
                        timer.path("groupId").asText("default"),
                        PercentText.encode(timer.path("timerId").asText()));
    }

    private void requireAllThere() {
        acknowledged.keySet().removeAll(fired);
        assertThat(acknowledged).hasSizeGreaterThan(WITNESSES);
        acknowledged.forEach(
                (path, timer) ->
                        assertThat(server.get(path).json().toString()).as(path).isEqualTo(timer));
    }
}
