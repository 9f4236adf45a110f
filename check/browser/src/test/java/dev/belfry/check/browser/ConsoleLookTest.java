package dev.belfry.check.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How each view looks, to eyes and to readers of screens; pictures are left in target/screenshots.
 */
@Tag("system")
class ConsoleLookTest {
    private static final Path PICTURES = Path.of("target", "screenshots");
    private static final Path OWN_CODE =
            Path.of("..", "..", "console", "src", "main", "resources", "console");
    private static final int MANY = 10_000;

    /** By the name of its picture: the address, and what is there when it is loaded. */
    private static final Map<String, List<String>> VIEWS = new LinkedHashMap<>();

    static {
        VIEWS.put("overview", List.of("/", ".figures"));
        VIEWS.put("timers", List.of("/timers?group=default", "tbody a"));
        VIEWS.put(
                "timers-filtered",
                List.of("/timers?group=default&prefix=many-", "[aria-label='All that match']"));
        VIEWS.put("timer", List.of("/timers/default/many-00003", "[data-why]"));
        VIEWS.put("new-timer", List.of("/timers/new", "#callbackUrl"));
        VIEWS.put("edit-timer", List.of("/timers/default/many-00003/edit", "#callbackUrl"));
        VIEWS.put("schedule", List.of("/timers/default/nightly", "[data-why]"));
        VIEWS.put("edit-schedule", List.of("/timers/default/nightly/edit", "#cron"));
        VIEWS.put("failed", List.of("/failed?group=invoices", ".reason"));
        VIEWS.put("history", List.of("/history?group=invoices", "tbody a"));
        VIEWS.put("given-up", List.of("/timers/invoices/late-3", "[data-why]"));
        VIEWS.put("groups", List.of("/groups", "tbody a"));
        VIEWS.put("group", List.of("/groups/invoices", ".heat .cell"));
        VIEWS.put("health", List.of("/health-view", "tbody td"));
        VIEWS.put("api", List.of("/api-view", ".call"));
        VIEWS.put("nothing", List.of("/timers?group=paper", ".empty"));
    }

    /** By the name of its picture: the address, and the button that opens it. */
    private static final Map<String, List<String>> DIALOGS = new LinkedHashMap<>();

    static {
        DIALOGS.put("dialog-new-group", List.of("/groups", "New group"));
        DIALOGS.put("dialog-change-group", List.of("/groups/invoices", "Change"));
        DIALOGS.put("dialog-delete-group", List.of("/groups/invoices", "Delete"));
        DIALOGS.put("dialog-pause-group", List.of("/groups", "Pause invoices"));
        DIALOGS.put(
                "dialog-delete-all", List.of("/timers?group=default&prefix=many-", "Delete all"));
        DIALOGS.put(
                "dialog-postpone-all",
                List.of("/timers?group=default&prefix=many-", "Postpone all"));
        DIALOGS.put("dialog-postpone", List.of("/timers/default/many-00003", "Postpone"));
    }

    private static ConsoleServer server;
    private static Chromium chromium;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = ConsoleServer.start(folder);
        server.createMany("default", "many-", MANY, Duration.ofHours(1));
        server.schedule(
                "default",
                "nightly",
                "{\"cron\":\"30 2 * * MON-FRI\",\"zone\":\"Europe/Berlin\",\"count\":100}");
        server.fail("invoices", IntStream.range(0, 20).mapToObj(i -> "late-" + i).toList(), 500);
        server.ask(
                "POST",
                "/api/v1/groups/invoices/bulk",
                "{\"action\":\"redrive\",\"error\":\"HTTP 500\",\"dryRun\":true}");
        server.ask("POST", "/api/v1/groups/paper/pause", "{\"reason\":\"the printer is on fire\"}");
        chromium = Chromium.launch();
        Files.createDirectories(PICTURES);
    }

    @AfterAll
    static void stop() throws Exception {
        chromium.close();
        server.close();
    }

    static Stream<Arguments> viewsAndThemes() {
        return VIEWS.keySet().stream()
                .flatMap(
                        name ->
                                Stream.of(ColorScheme.LIGHT, ColorScheme.DARK)
                                        .map(theme -> Arguments.of(name, theme)));
    }

    @ParameterizedTest
    @MethodSource("viewsAndThemes")
    void aViewIsReadByEverybody(String name, ColorScheme theme) {
        try (var visitor = chromium.visitor(server.address(), theme, 1280, 900)) {
            show(visitor, name, VIEWS.get(name));
            picture(visitor, name, theme);
            assertThat(violations(visitor)).isEmpty();
            visitor.behaved();
        }
    }

    @Test
    void eachViewFitsAPhone() {
        try (var visitor = chromium.visitor(server.address(), ColorScheme.DARK, 390, 844)) {
            VIEWS.forEach(
                    (name, view) -> {
                        show(visitor, name, view);
                        picture(visitor, name + "-phone", ColorScheme.DARK);
                        assertThat(visitor.page().evaluate("document.body.scrollWidth"))
                                .as(name)
                                .isEqualTo(390);
                    });
            visitor.button("Menu").click();
            visitor.link("Groups").click();
            visitor.page().waitForURL("**/groups");
            visitor.behaved();
        }
    }

    /** A list as wide as a desk is behind it: what is on a phone must be reached by scrolling. */
    @Test
    void dialogsAreReadByEverybodyOnEveryScreen() {
        for (var theme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            try (var visitor = chromium.visitor(server.address(), theme, 1280, 900)) {
                DIALOGS.forEach(
                        (name, dialog) -> {
                            open(visitor, name, dialog);
                            picture(visitor, name, theme);
                            assertThat(violations(visitor)).as(name).isEmpty();
                        });
                visitor.behaved();
            }
        }
        try (var visitor = chromium.visitor(server.address(), ColorScheme.DARK, 390, 844)) {
            DIALOGS.forEach(
                    (name, dialog) -> {
                        open(visitor, name, dialog);
                        picture(visitor, name + "-phone", ColorScheme.DARK);
                        assertThat(visitor.page().evaluate("document.body.scrollWidth"))
                                .as(name)
                                .isEqualTo(390);
                    });
            visitor.behaved();
        }
    }

    private static void open(Visitor visitor, String name, List<String> dialog) {
        show(visitor, name, List.of(dialog.getFirst(), "main button"));
        visitor.button(dialog.getLast()).first().click();
        visitor.sees(visitor.page().locator("dialog[open]"));
    }

    private static void show(Visitor visitor, String name, List<String> view) {
        long started = System.nanoTime();
        visitor.open(view.getFirst());
        visitor.sees(visitor.page().locator(view.getLast()));
        long millis = Duration.ofNanos(System.nanoTime() - started).toMillis();
        System.out.printf(Locale.ROOT, "%s is usable after %d ms%n", name, millis);
        visitor.awaits(
                "() => document.querySelector('[data-state=open]') && !document.querySelector('.loading')");
    }

    private static void picture(Visitor visitor, String name, ColorScheme theme) {
        var file = "%s-%s.png".formatted(name, theme.name().toLowerCase(Locale.ROOT));
        visitor.page()
                .screenshot(
                        new Page.ScreenshotOptions()
                                .setPath(PICTURES.resolve(file))
                                .setFullPage(
                                        !name.startsWith("timers") && !name.startsWith("dialog")));
    }

    private static List<String> violations(Visitor visitor) {
        return new AxeBuilder(visitor.page())
                        .withTags(
                                List.of(
                                        "wcag2a",
                                        "wcag2aa",
                                        "wcag21a",
                                        "wcag21aa",
                                        "best-practice"))
                        .analyze()
                        .getViolations()
                        .stream()
                        .filter(it -> List.of("serious", "critical").contains(it.getImpact()))
                        .map(ConsoleLookTest::words)
                        .toList();
    }

    private static String words(Rule rule) {
        return rule.getId()
                + " "
                + rule.getHelp()
                + ": "
                + rule.getNodes().getFirst().getHtml()
                + " "
                + rule.getNodes().getFirst().getFailureSummary();
    }

    @Test
    void tenThousandTimersAreListedAndScrolledThrough() {
        try (var visitor = chromium.visitor(server.address())) {
            visitor.open("/timers?group=default");
            visitor.sees("200 timers so far");
            long started = System.nanoTime();
            // As when a page is on its way already: the second wait must not keep the first page
            // from arriving.
            visitor.button("Load all").evaluate("button => { button.click(); button.click(); }");
            visitor.sees("10k timers, all there are");
            System.out.printf(
                    "10,000 timers are loaded after %d ms%n",
                    Duration.ofNanos(System.nanoTime() - started).toMillis());
            assertThat((Integer) visitor.page().evaluate("document.querySelectorAll('tr').length"))
                    .isLessThan(100);
            visitor.page().evaluate("scrollTo(0, document.body.scrollHeight)");
            visitor.sees("many-09999");
            visitor.label("Select all").check();
            visitor.sees("10k selected");
            visitor.behaved();
        }
    }

    @Test
    void theThemeIsChosenAndRemembered() {
        try (var visitor = chromium.visitor(server.address())) {
            visitor.open("/");
            visitor.button("System theme").click();
            visitor.button("Light theme").click();
            visitor.sees(visitor.button("Dark theme"));
            visitor.page().reload();
            visitor.sees(visitor.button("Dark theme"));
            assertThat(visitor.page().evaluate("getComputedStyle(document.body).backgroundColor"))
                    .isEqualTo("rgb(17, 19, 18)");
            visitor.behaved();
        }
    }

    /** As in a tab that nobody has looked at yet, which gets no frames to draw in. */
    @Test
    void noChartIsEverSeenBlank() {
        try (var visitor = chromium.visitor(server.address())) {
            visitor.page()
                    .addInitScript(
                            """
                            window.requestAnimationFrame = () => 0;
                            const isBlank = (canvas) => canvas.width === 0
                                || !canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean);
                            window.charts = [];
                            new MutationObserver(() => {
                              for (const canvas of document.querySelectorAll('canvas:not([data-seen])')) {
                                canvas.dataset.seen = 'true';
                                window.charts.push(isBlank(canvas) ? 'blank' : 'drawn');
                              }
                            }).observe(document, { childList: true, subtree: true });
                            """);
            visitor.open("/");
            visitor.page().locator("canvas").nth(3).waitFor();
            assertThat(visitor.page().evaluate("window.charts"))
                    .isEqualTo(List.of("drawn", "drawn", "drawn", "drawn"));
            visitor.behaved();
        }
    }

    /** Scripts, styles, pages and pictures: all that a browser is given besides the libraries. */
    @Test
    void allOfTheConsolesOwnCodeIsSmall() throws IOException {
        var bytes = new TreeMap<String, Long>();
        try (var files = Files.walk(OWN_CODE)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var name = file.getFileName().toString();
                bytes.merge(name.substring(name.lastIndexOf('.')), Files.size(file), Long::sum);
            }
        }
        System.out.printf("own code in bytes: %s%n", bytes);
        assertThat(bytes).containsKeys(".css", ".html", ".js");
        assertThat(bytes.values().stream().mapToLong(Long::longValue).sum()).isLessThan(200_000);
    }
}
