package dev.belfry.check.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What became of timers: found by state, time, prefix and correlation id, with their attempts. */
@Tag("system")
class ConsoleHistoryTest {
    private static ConsoleServer server;
    private static Chromium chromium;
    private Visitor visitor;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = ConsoleServer.start(folder);
        server.createAll(
                "paper", List.of("letter-1", "letter-2"), Duration.ZERO, server.callbackUrl(), "");
        server.create("paper", "letter-3", Duration.ofHours(1));
        server.ask("DELETE", "/api/v1/timers/paper/letter-3", "");
        server.fail("paper", List.of("bill-1"), 500);
        while (server.settled("paper") < 4) {
            Thread.sleep(20);
        }
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
    void timersThatAreOverAreFoundByStatePrefixAndCorrelation() {
        visitor.open("/history?group=paper");
        awaitRows("bill-1", "letter-1", "letter-2", "letter-3");
        visitor.label("State").selectOption("cancelled");
        awaitRows("letter-3");
        visitor.label("State").selectOption("reached");
        awaitRows("letter-1", "letter-2");
        visitor.page().waitForURL("**state=reached**");
        visitor.label("Correlation id").fill("order-1");
        awaitRows("letter-2");
        visitor.label("Correlation id").fill("");
        visitor.label("State").selectOption("any");
        visitor.label("Id begins with").fill("bill");
        awaitRows("bill-1");
        visitor.sees(visitor.page().locator("tbody .badge.error").getByText("500"));
    }

    @Test
    void instantsOfThePastAreUnderstood() {
        visitor.open("/history?group=paper&from=2+hours+ago");
        awaitRows("bill-1", "letter-1", "letter-2", "letter-3");
        visitor.label("From").fill("long ago");
        visitor.sees("Such as 2 hours ago or 2026-01-31 09:00.");
        visitor.label("From").fill("");
        visitor.label("Until").fill("yesterday 17:00");
        visitor.sees("No timer that is over matches the filter");
        visitor.link("Take the filter away").click();
        awaitRows("bill-1", "letter-1", "letter-2", "letter-3");
    }

    @Test
    void aTimerShowsWhatItsAttemptsCameTo() {
        visitor.open("/history?group=paper&state=failed");
        visitor.link("bill-1").click();
        visitor.sees("Attempts so far");
        assertThat(
                        visitor.page()
                                .locator("section.card")
                                .filter(new Locator.FilterOptions().setHasText("Attempts so far"))
                                .locator("tbody tr")
                                .allTextContents())
                .singleElement()
                .asString()
                .contains("500")
                .contains("east");
    }

    /** In whatever order. */
    private void awaitRows(String... timerIds) {
        var wanted = List.of(timerIds);
        visitor.page()
                .waitForCondition(
                        () ->
                                visitor.page().locator("tbody a").allTextContents().stream()
                                        .sorted()
                                        .toList()
                                        .equals(wanted));
    }
}
