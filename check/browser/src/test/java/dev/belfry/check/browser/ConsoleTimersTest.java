package dev.belfry.check.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Timers in the console: found, made, changed and ended by a person. */
@Tag("system")
class ConsoleTimersTest {
    /** After it the console applies what was typed. */
    private static final Duration TYPING = Duration.ofMillis(350);

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
    void aTimerIsCreatedWithWhatIsWrongSaidAtOnceAndFires() throws Exception {
        visitor.open("/timers/new");
        visitor.label("Timer id").fill("made-by-hand");
        visitor.label("Execute at").fill("whenever");
        visitor.sees("Not understood.");
        visitor.label("Execute at").fill("in 2 seconds");
        visitor.label("Callback URL").fill("ftp://example.com");
        visitor.sees("The URL must start with http:// or https://.");
        visitor.label("Callback URL").fill(server.callbackUrl());
        visitor.page().locator("#payload").fill("{\"price\": 1.10,\n oops}");
        visitor.sees("No JSON: line 2, column 2");
        visitor.page().locator("#payload").fill("{\"price\": 1.10}");
        assertThat(visitor.page().getByLabel("curl command").textContent())
                .contains("curl '" + server.address() + "/api/v1/timers'")
                .contains("\"payload\":{\"price\": 1.10}");
        visitor.button("Copy the command").click();
        visitor.sees("Copied");
        visitor.button("Create timer").click();
        visitor.sees("Why it has not fired yet");
        server.awaitFired("made-by-hand");
        visitor.sees("This timer is gone");
    }

    @Test
    void aTimerIsShownWithItsPayloadByteForByteAndItsScheduleAhead() throws Exception {
        server.create("default", "shown", Duration.ofHours(3));
        visitor.open("/timers/default/shown");
        visitor.sees("Why it has not fired yet");
        visitor.sees("due in");
        assertThat(visitor.page().locator("pre.code").first().textContent())
                .contains("\"amount\": 12.50");
        visitor.sees("Attempts ahead");
        assertThat(visitor.page().locator("time").first().getAttribute("title")).endsWith("UTC");
    }

    @Test
    void aTimerIsEditedPostponedFiredAndDeleted() throws Exception {
        server.create("default", "changed", Duration.ofHours(3));
        visitor.open("/timers/default/changed");
        visitor.button("Edit").click();
        visitor.label("Correlation id optional").fill("seen-by-hand");
        visitor.button("Save").click();
        visitor.sees("Saved.");
        assertThat(server.timer("default", "changed").get("correlationId").asText())
                .isEqualTo("seen-by-hand");
        assertThat(server.timer("default", "changed").at("/payload/orderId").asInt()).isZero();

        visitor.button("Postpone").click();
        visitor.page().locator("#answer").fill("2 days");
        visitor.dialogButton("Postpone").click();
        visitor.sees("Postponed default/changed.");
        assertThat(Instant.parse(server.timer("default", "changed").get("executeAt").asText()))
                .isAfter(Instant.now().plus(Duration.ofDays(2)));

        visitor.button("Fire now").click();
        visitor.dialogButton("Cancel").click();
        assertThat(server.hasFired("changed")).isFalse();
        visitor.button("Fire now").click();
        visitor.dialogButton("Fire now").click();
        server.awaitFired("changed");

        server.create("default", "deleted", Duration.ofHours(3));
        visitor.open("/timers/default/deleted");
        visitor.button("Delete").click();
        visitor.press("Escape");
        assertThat(visitor.page().locator("dialog").count()).isZero();
        visitor.button("Delete").click();
        visitor.dialogButton("Delete").click();
        visitor.sees("Deleted default/deleted.");
        assertThat(server.timer("default", "deleted").path("code").asText())
                .isEqualTo("TIMER_NOT_FOUND");
    }

    @Test
    void anEditOfWhatSomebodyElseHasChangedIsRefusedInWords() throws Exception {
        server.create("default", "contested", Duration.ofHours(3));
        visitor.open("/timers/default/contested/edit");
        visitor.label("Callback URL").waitFor();
        server.ask("PATCH", "/api/v1/timers/default/contested", "{\"correlationId\":\"first\"}");
        visitor.label("Correlation id optional").fill("second");
        visitor.button("Save").click();
        visitor.sees("Somebody has changed this since you opened it.");
        assertThat(server.timer("default", "contested").get("correlationId").asText())
                .isEqualTo("first");
    }

    @Test
    void anEditToAnotherOriginAsksWhatBecomesOfTheHeaders() throws Exception {
        var path = "/api/v1/timers/default/secretive";
        server.ask(
                "PUT",
                path,
                """
                {"executeAt":"%s","callbackUrl":"https://own.example/","headers":{"Authorization":"Bearer hunter2"}}"""
                        .formatted(Instant.now().plus(Duration.ofHours(3))));
        visitor.open("/timers/default/secretive/edit");
        visitor.label("Callback URL").fill("https://other.example/");
        visitor.button("Save").click();
        visitor.sees("Authorization belongs to another origin");
        visitor.label("Send no headers").check();
        visitor.button("Save").click();
        visitor.sees("Saved.");
        var timer = server.timer("default", "secretive");
        assertThat(timer.get("callbackUrl").asText()).isEqualTo("https://other.example/");
        assertThat(timer.has("headers")).isFalse();
    }

    @Test
    void theFormOfACallbackIsChosenAndShown() throws Exception {
        visitor.open("/timers/new?id=formed");
        visitor.label("Callback URL").fill("https://own.example/");
        visitor.label("Method").selectOption("PUT");
        visitor.label("Body").selectOption("payload");
        visitor.button("Create timer").click();
        visitor.sees("Created formed.");
        visitor.sees("PUT");
        var timer = server.timer("default", "formed");
        assertThat(timer.get("method").asText()).isEqualTo("PUT");
        assertThat(timer.get("body").asText()).isEqualTo("payload");
    }

    @Test
    void filtersTypedQuicklyAllApplyAndGoAwayTogether() throws Exception {
        server.create("default", "narrowed-away", Duration.ofHours(3));
        visitor.open("/timers");
        visitor.label("From").fill("in 300 days");
        visitor.label("Until").fill("in 301 days");
        visitor.label("Correlation id").fill("nobody");
        visitor.awaits("() => location.search.includes('correlation=nobody')");
        visitor.sees("No scheduled timer matches the filter");
        assertThat(visitor.page().url())
                .contains("from=in+300+days", "until=in+301+days", "correlation=nobody");

        visitor.link("Take the filter away").click();
        visitor.sees("narrowed-away");
        for (var filter : List.of("From", "Until", "Correlation id")) {
            assertThat(visitor.label(filter).inputValue()).as(filter).isEmpty();
        }
    }

    @Test
    void aFilterThatIsTakenAwayWhileItIsTypedStaysAway() throws Exception {
        server.create("default", "typed-away", Duration.ofHours(3));
        visitor.open("/timers?correlation=nobody");
        visitor.sees("No scheduled timer matches the filter");
        visitor.label("Correlation id").fill("nobody-else");
        visitor.link("Take the filter away").click();
        visitor.sees("typed-away");
        visitor.page().waitForTimeout((double) TYPING.multipliedBy(2).toMillis());

        assertThat(visitor.page().url()).doesNotContain("correlation");
        assertThat(visitor.label("Correlation id").inputValue()).isEmpty();
    }

    @Test
    void timersAreFoundByIdByCorrelationIdAndFromAnywhere() throws Exception {
        server.createMany("invoices", "inv-", 30, Duration.ofHours(5));
        visitor.open("/timers?group=invoices");
        visitor.label("Find by id").fill("nobody-knows");
        visitor.button("Find").last().click();
        visitor.sees("There is no timer nobody-knows in invoices");
        visitor.label("Find by id").fill("inv-00007");
        visitor.press("Enter");
        visitor.sees("Why it has not fired yet");
        assertThat(visitor.page().url()).endsWith("/timers/invoices/inv-00007");

        visitor.open("/timers?group=invoices");
        visitor.label("Correlation id").fill("order-3");
        visitor.sees("4 timers, all there are");
        assertThat(visitor.page().url()).contains("correlation=order-3");

        visitor.open("/");
        visitor.press("/");
        visitor.page().getByRole(AriaRole.COMBOBOX).fill("inv-00012");
        visitor.sees(visitor.page().locator("[role=option]").getByText("in invoices"));
        visitor.press("Enter");
        visitor.sees("Why it has not fired yet");
    }

    @Test
    void severalTimersAreEndedAtOnceAndTheListIsExported() throws Exception {
        server.createMany("paper", "sheet-", 12, Duration.ofHours(5));
        visitor.open("/timers?group=paper");
        visitor.sees("12 timers, all there are");
        var csv = visitor.downloaded(() -> visitor.button("Export timers as CSV").click());
        assertThat(csv.lines()).hasSize(13).first().asString().startsWith("groupId,timerId,state");
        assertThat(visitor.downloaded(() -> visitor.button("Export timers as JSON").click()))
                .contains("\"timerId\": \"sheet-00011\"");

        visitor.label("Select paper/sheet-00001").check();
        visitor.label("Select paper/sheet-00002").check();
        visitor.sees("2 selected");
        visitor.button("Fire now").click();
        visitor.dialogButton("Fire now").click();
        visitor.sees("Fired 2 of 2 timers.");
        server.awaitFired("sheet-00001");
        server.awaitFired("sheet-00002");

        visitor.sees("10 timers, all there are");
        visitor.label("Select all").check();
        visitor.button("Delete").click();
        visitor.dialogButton("Delete").click();
        visitor.sees("Deleted 10 of 10 timers.");
        visitor.sees("No timer is scheduled in paper");
    }

    @Test
    void allThatMatchAFilterAreCountedAndPostponedByAJobThatTheGroupShows() throws Exception {
        server.createMany("default", "stack-", 250, Duration.ofHours(5));
        visitor.open("/timers?group=default");
        visitor.sees("timers so far");
        assertThat(visitor.button("Delete all").count()).isZero();
        visitor.label("Id begins with").fill("stack-001");
        visitor.sees("100 timers, all there are");
        visitor.button("Delete all").click();
        visitor.sees("Delete 100 timers of default?");
        visitor.sees("Filter: id begins with stack-001.");
        visitor.dialogButton("Cancel").click();
        visitor.label("Until").fill("sometime");
        visitor.button("Delete all").waitFor(Waits.GONE);
        visitor.awaits("() => location.search.includes('sometime')");
        assertThat(visitor.button("Delete all").count()).isZero();
        visitor.label("Until").fill("in 9 days");
        var before =
                Instant.parse(server.timer("default", "stack-00100").get("executeAt").asText());
        visitor.button("Postpone all").click();
        visitor.page().locator("#answer").fill("soon");
        visitor.sees("Write how much later");
        visitor.page().locator("#answer").fill("2d");
        visitor.dialogButton("Count them").click();
        visitor.dialogButton("Postpone 100 timers").click();
        visitor.sees("Postponed 100 timers.");
        assertThat(server.timer("default", "stack-00100").get("executeAt").asText())
                .isEqualTo(before.plus(Duration.ofDays(2)).toString());
        visitor.open("/groups/default");
        visitor.sees("postpone by 2d");
        visitor.sees("dry run");
    }

    @Test
    void aJobThatIsLostFromSightIsNotSaidToBeOver() throws Exception {
        server.createMany("invoices", "lost-", 3, Duration.ofHours(5));
        visitor.open("/timers?group=invoices&prefix=lost-");
        visitor.button("Delete all").click();
        visitor.sees("Delete 3 timers of invoices?");
        visitor.page().route("**/bulk/*", Route::abort);
        visitor.dialogButton("Delete 3 timers").click();
        visitor.sees("The server does not answer.");
        visitor.dialogButton("Done").click();
        visitor.sees("It is not known how far this is. The job goes on");
        assertThat(visitor.page().getByText("Deleted").count()).isZero();
    }

    @Test
    void aJobThatRunsIsCancelledInItsGroup() throws Exception {
        var begun =
                server.ask(
                        "POST",
                        "/api/v1/groups/default/bulk",
                        "{\"action\":\"fire\",\"host\":\"x\"}");
        visitor.open("/groups/default");
        visitor.button("Cancel job " + begun.get("jobId").asText()).click();
        visitor.sees("Cancelled. What it has changed stays changed.");
        visitor.sees("cancelled");
    }

    @Test
    void everythingIsReachedByKeys() {
        visitor.open("/");
        for (var step :
                List.of(
                        "t /timers",
                        "f /failed",
                        "y /history",
                        "g /groups",
                        "h /health-view",
                        "a /api-view",
                        "o /")) {
            visitor.press("g", step.substring(0, 1));
            visitor.page().waitForURL("**" + step.substring(2));
        }
        visitor.press("n");
        visitor.page().waitForURL("**/timers/new");
        visitor.page().locator("main").focus();
        visitor.press("?");
        visitor.sees("show these keys");
        visitor.press("Escape");
        visitor.page().locator("dialog").waitFor(Waits.GONE);
    }
}
