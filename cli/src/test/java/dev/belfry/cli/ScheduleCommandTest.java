package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScheduleCommandTest {
    private static final String TIMER =
            """
            {"groupId":"default","timerId":"report","executeAt":"2030-01-02T03:00:00Z",\
            "callbackUrl":"http://x/","paused":true}\
            """;

    private final FakeServer server = new FakeServer();
    private final Shell shell = new Shell(server.url());

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void createSendsTheScheduleThatWasGiven() {
        server.on("POST /api/v1/groups/default/timers", 201, TIMER);
        var result =
                shell.run(
                        "schedule",
                        "create",
                        "report",
                        "--cron",
                        "0 3 * * MON-FRI",
                        "--zone",
                        "Europe/Berlin",
                        "--count",
                        "5",
                        "--catch-up",
                        "all",
                        "-c",
                        "http://x/");
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).startsWith("created default/report: 2030-01-02T03:00:00Z");
        assertThat(server.asked().getFirst().body())
                .isEqualTo(
                        """
                        {"timerId":"report","callbackUrl":"http://x/",\
                        "schedule":{"cron":"0 3 * * MON-FRI","zone":"Europe/Berlin",\
                        "catchUp":"all","count":5}}\
                        """);
    }

    @Test
    void createAsksForARule() {
        var result = shell.run("schedule", "create", "report", "-c", "http://x/");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("--cron '0 3 * * *', or --every 1h");
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void pauseAndResumeSayWhatTheyDid() {
        server.on("POST /api/v1/groups/default/timers/report/pause", 200, TIMER);
        server.on("POST /api/v1/groups/default/timers/report/resume", 200, TIMER);
        assertThat(shell.run("schedule", "pause", "report").out()).startsWith("paused default/");
        assertThat(shell.run("schedule", "resume", "report").out()).startsWith("resumed default/");
    }
}
