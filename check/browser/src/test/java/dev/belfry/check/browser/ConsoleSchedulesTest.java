package dev.belfry.check.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Schedules in the console: previewed while they are typed, shown, changed, paused and resumed. */
@Tag("system")
class ConsoleSchedulesTest {
    private static ConsoleServer server;
    private static Chromium chromium;
    private Visitor visitor;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = ConsoleServer.start(folder);
        chromium = Chromium.launch();
    }

    @AfterAll
    static void stop() throws Exception {
        chromium.close();
        server.close();
    }

    @BeforeEach
    void visit() {
        visitor = chromium.visitor(server.address());
    }

    @AfterEach
    void leave() {
        visitor.behaved();
        visitor.close();
    }

    @Test
    void aCronIsPreviewedWhileItIsTypedAndBecomesATimer() throws Exception {
        visitor.open("/timers/new?id=report");
        visitor.button("By a calendar (cron)").click();
        visitor.label("Cron").fill("0 25 * * *");
        visitor.sees(visitor.page().locator("#cron-error"));
        visitor.label("Cron").fill("30 2 * * MON-FRI");
        visitor.label("Time zone").fill("Asia/Tokyo");
        visitor.sees("02:30 +09:00");
        assertThat(rows("Next runs")).hasSize(5);
        visitor.label("Runs at most optional").fill("3");
        visitor.page().waitForCondition(() -> rows("Next runs").size() == 3);
        visitor.label("Callback URL").fill(server.callbackUrl());
        assertThat(visitor.page().getByLabel("curl command").textContent())
                .contains("\"cron\":\"30 2 * * MON-FRI\"")
                .doesNotContain("executeAt");
        visitor.button("Create timer").click();
        visitor.sees("Created report.");
        visitor.sees("30 2 * * MON-FRI Asia/Tokyo");
        visitor.sees("1 of 3");
        var schedule = server.timer("default", "report").get("schedule");
        assertThat(schedule.get("zone").asText()).isEqualTo("Asia/Tokyo");
        assertThat(schedule.get("count").asInt()).isEqualTo(3);
    }

    @Test
    void aPeriodIsPreviewedAndRunsAgainAndAgain() throws Exception {
        visitor.open("/timers/new?id=pulse");
        visitor.button("Every so often").click();
        visitor.label("Every").fill("half a day");
        visitor.sees("Write a duration from 1s to 3660d");
        visitor.label("Every").fill("1s");
        visitor.page().waitForCondition(() -> rows("Next runs").size() == 5);
        visitor.label("Callback URL").fill(server.callbackUrl());
        visitor.button("Create timer").click();
        visitor.sees("Created pulse.");
        server.awaitFired("pulse");
        visitor.awaits(
                "() => [...document.querySelectorAll('.facts div')].some(it => /^Run[2-9]/.test(it.textContent))");
    }

    @Test
    void aScheduleIsEditedWithoutLosingWhatIsNotShown() throws Exception {
        server.schedule(
                "default",
                "edited",
                """
                {"every":"1h","anchor":"2030-01-01T00:30:00Z","jitter":"5m","catchUp":"all","onFailure":"pause"}""");
        visitor.open("/timers/default/edited/edit");
        visitor.label("Every").fill("2h");
        visitor.sees("Next runs");
        visitor.button("Save").click();
        visitor.sees("Saved.");
        var schedule = server.timer("default", "edited").get("schedule");
        assertThat(schedule.get("every").asText()).isEqualTo("2h");
        assertThat(schedule.get("anchor").asText()).isEqualTo("2030-01-01T00:30:00Z");
        assertThat(schedule.get("jitter").asText()).isEqualTo("5m");
        assertThat(schedule.get("catchUp").asText()).isEqualTo("all");
        assertThat(schedule.get("onFailure").asText()).isEqualTo("pause");

        visitor.open("/timers/default/edited/edit");
        visitor.label("Correlation id optional").fill("other");
        assertThat(visitor.page().getByLabel("curl command").textContent())
                .doesNotContain("schedule");
    }

    @Test
    void aScheduleIsPausedAndResumedByKeys() throws Exception {
        server.schedule("default", "held", "{\"every\":\"1h\"}");
        visitor.open("/timers/default/held");
        visitor.sees(visitor.button("Pause"));
        visitor.press("s");
        visitor.dialogButton("Pause").click();
        visitor.sees("Paused default/held.");
        visitor.sees(visitor.button("Resume"));
        assertThat(server.timer("default", "held").get("paused").asBoolean()).isTrue();
        visitor.press("u");
        visitor.dialogButton("Resume").click();
        visitor.sees("Resumed default/held.");
        assertThat(server.timer("default", "held").get("paused").asBoolean()).isFalse();
    }

    @Test
    void aFailedRunIsADeadLetterOfItsOwn() throws Exception {
        server.schedule(
                "default",
                "flaky",
                "{\"every\":\"1s\",\"onFailure\":\"pause\"}",
                server.brokenUrl(500));
        visitor.open("/timers/default/flaky");
        visitor.sees("Failed runs");
        var timer = "/timers/default/flaky";
        visitor.page().locator("table[aria-label='Failed runs'] a").first().click();
        visitor.sees("This run was given up");
        visitor.sees("500");
        assertThat(visitor.page().url()).contains(timer + "?scheduledFor=");

        visitor.open("/failed?group=default");
        visitor.page().locator("tbody a[href^='" + timer + "?']").first().click();
        visitor.sees("This run was given up");
        visitor.button("Redrive").click();
        visitor.sees("Redriven default/flaky, run of");
        visitor.sees("This run was given up");
        visitor.button("Delete").click();
        visitor.dialogButton("Delete").click();
        visitor.sees("Deleted default/flaky, run of");
        visitor.page().waitForURL("**" + timer);
        visitor.sees(visitor.button("Resume"));
        assertThat(server.timer("default", "flaky").get("state").asText()).isEqualTo("SCHEDULED");
        visitor.open("/failed?group=default");
        visitor.sees("Nothing has failed in default");
    }

    private List<String> rows(String table) {
        return visitor.page()
                .locator("table[aria-label='" + table + "'] tbody tr")
                .allTextContents();
    }
}
