package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimerCommandTest {
    private static final String TIMER =
            """
            {"groupId":"default","timerId":"a/b ü","executeAt":"2030-01-01T00:00:10Z",\
            "callbackUrl":"http://x/","payload":{"n":1.10},"state":"SCHEDULED","attempts":0,\
            "nextAttemptAt":"2030-01-01T00:00:10Z"}\
            """;
    private static final String PATH = "/api/v1/groups/default/timers/a%2Fb%20%C3%BC";
    private static final String NOT_FOUND =
            """
            {"title":"There is no such timer","code":"TIMER_NOT_FOUND","detail":"default/x"}\
            """;

    private final FakeServer server = new FakeServer();
    private final Shell shell = new Shell(server.url());

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void createSendsWhatWasGivenAndNothingElse() {
        server.on("POST /api/v1/groups/default/timers", 201, TIMER);
        var result =
                shell.run(
                        "timer",
                        "create",
                        "a/b ü",
                        "--in",
                        "10s",
                        "-c",
                        "http://x/",
                        "-p",
                        "{\"n\":1.10, \"n\":2}",
                        "-H",
                        "X-Key=a=b",
                        "--retry",
                        "maxAttempts=3",
                        "--retry",
                        "maxInterval=5m",
                        "--timeout",
                        "5s",
                        "--method",
                        "PUT",
                        "--body",
                        "payload");
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        assertThat(result.out())
                .isEqualTo(
                        "created default/a/b ü: 2030-01-01T00:00:10Z (in 10s), calls http://x/\n");
        assertThat(server.asked().getFirst().body())
                .isEqualTo(
                        """
                        {"timerId":"a/b ü","delay":"10s",\
                        "callbackUrl":"http://x/","callbackTimeout":"5s",\
                        "method":"PUT","body":"payload",\
                        "headers":{"X-Key":"a=b"},\
                        "retryPolicy":{"maxAttempts":3,"maxInterval":"5m"},\
                        "payload":{"n":1.10, "n":2}}\
                        """);
    }

    @Test
    void createSaysWhenAnIdenticalTimerExists() {
        server.on("POST /api/v1/groups/g/timers", 200, TIMER);
        assertThat(shell.run("timer", "create", "x", "--in", "9s", "-c", "u", "-g", "g").out())
                .startsWith("exists already: default/");
        assertThat(server.asked().getFirst().body()).startsWith("{\"timerId\":");
    }

    @Test
    void aPayloadThatIsNotJsonIsRefusedBeforeItIsSent() {
        var result = shell.run("timer", "create", "x", "--in", "10s", "-p", "hello");
        assertThat(result.code()).isEqualTo(4);
        assertThat(result.err()).contains("a text needs quotes");
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void aPayloadIsReadFromAFile(@TempDir Path folder) throws Exception {
        server.on("POST /api/v1/groups/default/timers", 201, TIMER);
        var file = Files.writeString(folder.resolve("payload.json"), "[1, 2]\n");
        assertThat(
                        shell.run("timer", "create", "x", "--in", "1s", "-c", "u", "-p", "@" + file)
                                .code())
                .isZero();
        assertThat(server.asked().getFirst().body()).endsWith("\"payload\":[1, 2]}");
    }

    @Test
    void getShowsTheTimerForPeopleAndAsJson() {
        server.on("GET " + PATH, 200, TIMER, Map.of("ETag", "\"5\""));
        assertThat(shell.run("timer", "get", "a/b ü").out())
                .startsWith("default/a/b ü\n")
                .contains("executeAt        2030-01-01T00:00:10Z (in 10s)\n")
                .contains("payload          {\"n\":1.10}\n")
                .contains("ETag             \"5\"\n");
        assertThat(shell.run("timer", "get", "a/b ü", "--json").out()).isEqualTo(TIMER + "\n");
    }

    @Test
    void putAndPatchCarryTheCondition() {
        server.on("PUT " + PATH, 201, TIMER).on("PATCH " + PATH, 200, TIMER);
        var put =
                shell.run(
                        "timer",
                        "put",
                        "a/b ü",
                        "--at",
                        "+1h",
                        "-c",
                        "http://x/",
                        "--if-match",
                        "\"5\"");
        assertThat(put.out()).startsWith("created ");
        assertThat(server.asked().getFirst().ifMatch()).isEqualTo(Optional.of("\"5\""));
        assertThat(server.asked().getFirst().body())
                .isEqualTo(
                        "{\"executeAt\":\"2030-01-01T01:00:00Z\",\"callbackUrl\":\"http://x/\"}");
        assertThat(shell.run("timer", "patch", "a/b ü", "-p", "null").out()).startsWith("changed ");
        assertThat(server.asked().getLast().body()).isEqualTo("{\"payload\":null}");
    }

    @Test
    void aPatchToAnotherOriginNeedsAWordAboutHeaders() {
        server.on(
                "PATCH " + PATH,
                422,
                """
                {"title":"T","code":"HEADERS_REQUIRED","detail":"or {} for none","field":"headers"}\
                """);
        var refused = shell.run("timer", "patch", "a/b ü", "-c", "http://y/");
        assertThat(refused.code()).isEqualTo(4);
        assertThat(refused.err())
                .isEqualTo("belfry: T: or {} for none (HEADERS_REQUIRED, field headers)\n");
        server.on("PATCH " + PATH, 200, TIMER);
        assertThat(shell.run("timer", "patch", "a/b ü", "-c", "http://y/", "--no-headers").code())
                .isZero();
        assertThat(server.asked().getLast().body())
                .isEqualTo("{\"callbackUrl\":\"http://y/\",\"headers\":{}}");
        assertThat(shell.run("timer", "patch", "a/b ü", "--no-headers", "-H", "A=b").err())
                .contains("--header or --no-headers");
    }

    @ParameterizedTest
    @CsvSource({
        "false, 'deleted default/a/b ü'",
        "true, 'deleted default/a/b ü; an attempt was under way and may still arrive'",
        "possible, 'deleted default/a/b ü; an attempt may have been under way'"
    })
    void deleteSaysWhetherAnAttemptWasUnderWay(String header, String expected) {
        server.on("DELETE " + PATH, 204, "", Map.of("Belfry-Attempt-In-Flight", header));
        assertThat(shell.run("timer", "delete", "a/b ü").out()).isEqualTo(expected + "\n");
    }

    @ParameterizedTest
    @CsvSource({
        "400, 4", "404, 2", "409, 3", "412, 3", "413, 4", "422, 4", "429, 5", "500, 5", "503, 5"
    })
    void exitCodesTellScriptsWhatHappened(int status, int code) {
        server.on("GET /api/v1/groups/default/timers/x", status, NOT_FOUND);
        var result = shell.run("timer", "get", "x");
        assertThat(result.code()).isEqualTo(code);
        assertThat(result.err())
                .isEqualTo("belfry: There is no such timer: default/x (TIMER_NOT_FOUND)\n");
    }

    @Test
    void aRefusalNamesTheFieldAndAnUnknownOutcome() {
        server.on(
                "GET /api/v1/groups/default/timers/x",
                503,
                """
                {"title":"T","code":"C","detail":"d","field":"executeAt","outcomeUnknown":true}\
                """);
        assertThat(shell.run("timer", "get", "x").err())
                .isEqualTo(
                        "belfry: T: d (C, field executeAt); the change may or may not have been"
                                + " made\n");
    }

    @Test
    void anotherServerIsRecognised() {
        server.on("GET /api/v1/groups/default/timers/x", 404, "<html>");
        assertThat(shell.run("timer", "get", "x").err())
                .contains("is there a Belfry at this address?");
        server.on("GET /api/v1/groups/default/timers/x", 200, "<html>");
        assertThat(shell.run("timer", "get", "x").err())
                .contains("is there a Belfry at this address?");
    }

    @Test
    void aServerThatIsNotThereIsExplained() {
        server.close();
        var result = shell.run("timer", "get", "x");
        assertThat(result.code()).isEqualTo(5);
        assertThat(result.err())
                .contains("no Belfry answers at " + server.url())
                .contains("./belfry serve")
                .contains("--url");
    }

    @ParameterizedTest
    @CsvSource({
        "in 10s, 2030-01-01T00:00:10Z",
        "+10m, 2030-01-01T00:10:00Z",
        "2h, 2030-01-01T02:00:00Z",
        "now, 2030-01-01T00:00:00Z",
        "2031-02-03T04:05:06+02:00, 2031-02-03T02:05:06Z"
    })
    void timesAreReadAsPeopleWriteThem(String text, String instant) {
        assertThat(Times.parse(text, Shell.NOW)).hasToString(instant);
    }

    @ParameterizedTest
    @CsvSource({"soon", "10 parsecs", "2030-01-01T00:00", "10x", "in -5s"})
    void otherTimesAreRefusedWithExamples(String text) {
        var result = shell.run("timer", "create", "x", "--at", text);
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).containsAnyOf("say 'in 10s'", "such as 500ms");
    }

    @Test
    void wrongUsageIsExplainedInAFewLines() {
        assertThat(shell.run("timer", "get").code()).isEqualTo(1);
        assertThat(shell.run("timer", "get").err()).contains("Try 'belfry timer get --help'.");
        assertThat(shell.run("timer", "creat").err()).contains("Did you mean");
        assertThat(shell.run("timer", "create").err()).contains("an ID, or --file FILE");
    }
}
