package dev.belfry.check.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console's view of groups, dead letters, health and the API. */
@Tag("system")
class ConsoleGroupsTest {
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
    void theOverviewMovesByItself() throws Exception {
        visitor.open("/");
        visitor.awaits("() => document.querySelector('[data-state=open]')");
        server.create("default", "soon", Duration.ofMillis(1));
        server.awaitFired("soon");
        var fired =
                "[...document.querySelectorAll('.figure')][1].querySelector('.value').textContent";
        visitor.awaits("() => parseFloat(" + fired + ") > 0");
        visitor.button("1h").click();
        visitor.sees(visitor.page().locator("canvas"));
    }

    @Test
    void aGroupIsPausedWithAReasonThatTheAlarmTellsAndResumed() throws Exception {
        visitor.open("/groups");
        visitor.button("Pause paper").click();
        visitor.page().locator("#answer").fill("the receiver is being upgraded");
        visitor.dialogButton("Pause").click();
        visitor.sees("Paused paper.");
        visitor.page().locator("nav a[href='/']").click();
        visitor.sees(visitor.page().locator(".alarms").getByText("paper is paused"));
        visitor.page().locator(".alarms li:has-text('paper') summary").click();
        visitor.sees("Resume it when the reason is gone.");
        visitor.sees("docs/operations/alarms.md#group_paused");

        server.create("paper", "held", Duration.ofMillis(1));
        visitor.open("/timers/paper/held");
        visitor.sees(visitor.page().locator("[data-why=PAUSED]"));
        visitor.open("/groups/paper");
        visitor.sees("the receiver is being upgraded");
        visitor.button("Resume").click();
        visitor.dialogButton("Resume").click();
        visitor.sees("Resumed paper.");
        server.awaitFired("held");
    }

    @Test
    void aGroupIsMadeChangedAndDeletedWithItsTimers() throws Exception {
        visitor.open("/groups");
        visitor.button("New group").click();
        visitor.label("Name").fill("Tenant");
        visitor.label("Shards").fill("2");
        visitor.label("Callbacks per second").fill("2.5");
        visitor.dialogButton("Create").click();
        visitor.sees(visitor.page().locator("dialog .note"));
        visitor.label("Name").fill("tenant");
        visitor.dialogButton("Create").click();
        visitor.sees("Created tenant.");
        visitor.sees(visitor.page().locator("td").getByText("2.5/s"));

        server.create("tenant", "waits", Duration.ofDays(1));
        visitor.open("/groups/tenant");
        visitor.button("Change").click();
        visitor.label("Callbacks per second").fill("");
        visitor.label("At the same time").fill("7");
        visitor.dialogButton("Save").click();
        visitor.sees("Changed tenant.");
        visitor.sees("7 at once");
        visitor.button("Delete").click();
        visitor.sees("Scheduled timers: 1.");
        visitor.page().locator("#answer").fill("tenant");
        visitor.dialogButton("Delete").click();
        visitor.sees("Deleting tenant.");
    }

    @Test
    void aGroupWithDeadLettersIsDeletedWhenItsNameIsWritten() throws Exception {
        server.ask("PUT", "/api/v1/groups/given-up", "{\"shards\":1}");
        server.fail("given-up", List.of("late"), 500);
        visitor.open("/groups/given-up");
        visitor.button("Delete").click();
        visitor.dialogButton("Delete").click();
        visitor.sees("failed and can be redriven");
        assertThat(visitor.dialogButton("Delete").isDisabled()).isTrue();
        visitor.page().locator("#answer").fill("given-up");
        visitor.dialogButton("Delete").click();
        visitor.sees("Deleting given-up.");
    }

    @Test
    void aMistypedLimitIsRefusedAndAnEmptiedRetrySettingIsTakenBack() throws Exception {
        server.ask(
                "PUT",
                "/api/v1/groups/typed",
                """
                {"shards":2,"limits":{"ratePerSecond":5},"retryPolicy":{"maxAttempts":4}}""");
        visitor.open("/groups/typed");
        visitor.button("Change").click();
        visitor.label("Callbacks per second").fill("1,000");
        visitor.dialogButton("Save").click();
        visitor.sees(visitor.page().locator("[id='limits.ratePerSecond-error']"));
        assertThat(
                        server.ask("GET", "/api/v1/groups/typed", "")
                                .at("/limits/ratePerSecond")
                                .asInt())
                .isEqualTo(5);

        visitor.label("Callbacks per second").fill("1000");
        visitor.label("Attempts").fill("");
        var sent =
                visitor.page()
                        .waitForRequest(
                                it -> it.method().equals("PATCH"),
                                () -> visitor.dialogButton("Save").click());
        assertThat(sent.postData())
                .contains("\"ratePerSecond\":1000", "\"retryPolicy\":{\"maxAttempts\":null}");
    }

    @Test
    void groupsAreFoundByTheBeginningOfTheirNames() {
        visitor.open("/groups");
        visitor.sees(visitor.link("invoices"));
        visitor.label("Name begins with").fill("pap");
        visitor.link("invoices").waitFor(Waits.GONE);
        visitor.sees(visitor.link("paper"));
        visitor.label("Name begins with").fill("nobody");
        visitor.sees("No group has a name that begins so");
    }

    @Test
    void whoseGroupsAreTooManyIsToldThatNotAllAreShown() {
        var groups =
                IntStream.range(0, 1_001)
                        .mapToObj(
                                """
                                {"groupId":"g%04d","phase":"SERVING","paused":false,"shardCount":1,"limits":{"weight":1}}"""
                                        ::formatted)
                        .collect(Collectors.joining(",", "{\"groups\":[", "]}"));
        visitor.page()
                .route(
                        it -> it.endsWith("/api/v1/groups"),
                        it -> it.fulfill(new Route.FulfillOptions().setBody(groups)));
        visitor.open("/groups");
        visitor.sees("The first 1,000 are shown.");
        visitor.open("/timers?group=paper");
        visitor.sees("The first 1,000 are shown.");
        visitor.sees(visitor.link("Find others"));
        assertThat(visitor.label("Group").inputValue()).isEqualTo("paper");
    }

    @Test
    void whoAsksTooMuchIsServedWhenTheServerSays() {
        var asked = new AtomicInteger();
        visitor.page()
                .route(
                        it -> it.endsWith("/api/v1/groups/paper"),
                        it -> {
                            if (asked.incrementAndGet() == 1) {
                                it.fulfill(
                                        new Route.FulfillOptions()
                                                .setStatus(429)
                                                .setHeaders(Map.of("Retry-After", "1"))
                                                .setBody("{\"detail\": \"one too many\"}"));
                            } else {
                                it.resume();
                            }
                        });
        visitor.open("/groups/paper");
        visitor.sees("Settings");
        visitor.button("Change").waitFor();
        assertThat(visitor.page().locator("body").innerText()).doesNotContain("one too many");
        assertThat(asked.get()).isEqualTo(2);
    }

    @Test
    void aGroupShowsItsShardsAndOneCanBePicked() {
        visitor.open("/groups/invoices");
        visitor.awaits("() => document.querySelectorAll('.heat .cell').length === 256");
        visitor.page().locator(".heat .cell").nth(42).click();
        visitor.sees("Shard 42");
        visitor.button("Owner").click();
        visitor.sees(visitor.page().locator(".heat .owner-0"));
        assertThat(
                        visitor.downloaded(
                                () -> visitor.button("Export shards-invoices as CSV").click()))
                .startsWith("shard,owner,epoch")
                .hasLineCount(257);
    }

    @Test
    void deadLettersAreGroupedByReasonAndRedrivenOneAndAll() throws Exception {
        server.fail("invoices", IntStream.range(0, 30).mapToObj(i -> "late-" + i).toList(), 500);
        visitor.open("/failed?group=invoices");
        visitor.sees("Reasons");
        visitor.sees("30 in all");
        visitor.page().locator(".reason").first().click();
        visitor.sees("30 timers, all there are");

        server.mend();
        visitor.label("Select invoices/late-7").check();
        visitor.button("Redrive").click();
        visitor.sees("Redriven invoices/late-7.");
        server.awaitFired("late-7");

        visitor.sees("29 in all");
        visitor.button("Redrive all").click();
        visitor.dialogButton("Redrive 29 timers").click();
        visitor.sees("Redriven 29 timers.");
        for (var id : List.of("late-0", "late-29")) {
            server.awaitFired(id);
        }
        visitor.open("/failed?group=invoices");
        visitor.sees("Nothing has failed in invoices");
    }

    @Test
    void healthShowsTheStoreTheHostsAndTheConfigurationWithoutSecrets() throws Exception {
        server.create("default", "for-health", Duration.ofMillis(1));
        server.awaitFired("for-health");
        visitor.open("/health-view");
        visitor.sees("Store operations");
        visitor.sees("Callback hosts");
        visitor.label("Find a setting").fill("http.port");
        visitor.sees(visitor.page().locator("td").getByText("http.port"));
        assertThat(visitor.link("Metrics").getAttribute("href")).isEqualTo("/metrics");
    }

    @Test
    void theApiIsDescribedAndCanBeTried() {
        visitor.open("/api-view");
        visitor.label("Find a call").fill("list the groups");
        visitor.page().locator(".call button").first().click();
        visitor.button("Send").click();
        visitor.sees(visitor.page().locator(".try .badge").getByText("200"));
        assertThat(visitor.page().locator(".try pre").textContent()).contains("\"invoices\"");
    }

    @Test
    void whatIsNotThereIsSaidInWords() {
        visitor.open("/timers/default/never-was");
        visitor.sees("There is no timer never-was in default");
        visitor.open("/groups/nowhere");
        visitor.sees("There is no group nowhere");
        visitor.open("/groups/a/b/c");
        visitor.sees("There is nothing at /groups/a/b/c");
    }
}
