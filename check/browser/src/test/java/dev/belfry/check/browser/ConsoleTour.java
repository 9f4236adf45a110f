package dev.belfry.check.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pictures of docs/console: views of a server with some life in it, printed as drawings, which
 * are text and stay sharp. No part of make test, for it writes into the sources: make tour runs it.
 */
@Tag("system")
class ConsoleTour {
    private static final Path PICTURES = Path.of("..", "..", "docs", "console");
    private static final int LARGEST_PICTURE = 250_000;

    /** Whole inches, so that nothing is shrunk to fit the page. */
    private static final int WIDTH = 1248;

    private static final int HEIGHT = 960;

    /** How long the server is busy before it is looked at; the charts show five minutes. */
    private static final Duration LIFE =
            Duration.ofSeconds(Integer.getInteger("belfry.tour.seconds", 280));

    private static final Duration GLANCE = Duration.ofSeconds(3);
    private static final Duration BEAT = Duration.ofMillis(250);
    private static final Duration WAVE = Duration.ofSeconds(75);

    @TempDir private Path folder;

    @Test
    @Timeout(600)
    void viewsOfABusyServerArePrinted() throws Exception {
        Files.createDirectories(PICTURES);
        try (var server = ConsoleServer.start(folder);
                var chromium = Chromium.launch()) {
            prepare(server);
            var life = Thread.ofVirtual().start(() -> live(server));
            try {
                look(chromium, server.address());
            } finally {
                life.interrupt();
                life.join();
            }
        }
        try (var pictures = Files.list(PICTURES)) {
            for (var picture : pictures.toList()) {
                assertThat(Files.size(picture)).as("%s", picture).isLessThan(LARGEST_PICTURE);
            }
        }
    }

    /** Browsers print in light colors whatever the theme. */
    private void look(Chromium chromium, String address) throws Exception {
        var light = chromium.visitor(address, ColorScheme.LIGHT, WIDTH, HEIGHT, 2);
        light.open("/");
        light.page().waitForTimeout((double) LIFE.toMillis());
        print(light, "overview", ".figures");
        light.open("/timers/invoices/invoice-2041-reminder");
        print(light, "timer", "[data-why=BACKING_OFF]");
        light.open("/timers/new");
        fill(light);
        print(light, "new-timer", "#callbackUrl");
        light.open("/failed?group=invoices");
        print(light, "failed", ".reason");
        light.open("/health-view");
        print(light, "health", "tbody td");
        light.open("/groups/invoices");
        light.page().locator(".heat .cell").nth(42).click();
        print(light, "group", ".picked");
    }

    private static void prepare(ConsoleServer server) throws Exception {
        server.createMany("default", "newsletter-", 40, Duration.ofHours(1));
        server.ask("POST", "/api/v1/groups/paper/pause", "{\"reason\":\"the printer is on fire\"}");
        server.fail("invoices", names("invoice-18%02d-due", 23), 500);
        server.fail("invoices", names("invoice-19%02d-due", 9), 404);
        server.fail("invoices", names("invoice-20%02d-due", 4), 503);
        server.createAll(
                "invoices",
                List.of("invoice-2041-reminder"),
                Duration.ofMillis(1),
                server.brokenUrl(503),
                ",\"retryPolicy\":{\"maxAttempts\":5,\"initialInterval\":\"2h\",\"maxInterval\":\"8h\"}");
    }

    private static List<String> names(String pattern, int count) {
        return IntStream.range(0, count).mapToObj(pattern::formatted).toList();
    }

    /** Timers come in waves and are due at once, and a few fail at first. Until interrupted. */
    private static void live(ConsoleServer server) {
        try {
            for (int beat = 0; true; beat++) {
                double phase = 2 * Math.PI * beat * BEAT.toMillis() / WAVE.toMillis();
                int count = (int) Math.round(10 + 6 * Math.sin(phase));
                var url = server.callbackUrl();
                server.createAll("invoices", names("b" + beat + "-%d", count), BEAT, url, "");
                server.createAll("default", names("d" + beat + "-%d", 2), BEAT, url, "");
                if (beat % 8 == 0) {
                    server.createAll(
                            "default",
                            names("f" + beat + "-%d", 2),
                            BEAT,
                            server.brokenUrl(503),
                            ",\"retryPolicy\":{\"maxAttempts\":3,\"initialInterval\":\"3s\"}");
                }
                Thread.sleep(BEAT);
            }
        } catch (InterruptedException _) {
            // the pictures are taken
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void fill(Visitor visitor) {
        visitor.label("Timer id").fill("invoice-2042-reminder");
        visitor.label("Execute at").fill("tomorrow 9:00");
        visitor.label("Callback URL").fill("https://billing.example.com/reminders");
        visitor.page().locator("#payload").fill("{\"invoice\": 2042, \"total\": 118.50}");
        visitor.page().locator("h1").click();
    }

    private void print(Visitor visitor, String name, String sign) throws Exception {
        var page = visitor.page();
        visitor.sees(page.locator(sign));
        visitor.awaits("() => !document.querySelector('.loading')");
        page.waitForTimeout((double) GLANCE.toMillis());
        prepareForPrint(page);
        page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.SCREEN));
        page.pdf(
                new Page.PdfOptions()
                        .setPath(folder.resolve(name + ".pdf"))
                        .setPrintBackground(true)
                        .setWidth(WIDTH + "px")
                        .setHeight(HEIGHT + "px")
                        .setPageRanges("1"));
        visitor.behaved();
        draw(name);
    }

    /**
     * Paths are nobody's business. Shadows would be printed as bitmaps; charts are, and twice as
     * large if one can see through them.
     */
    private void prepareForPrint(Page page) {
        page.evaluate(
                """
                (folder) => {
                  for (const name of ['--shadow', '--shadow-raised']) document.documentElement.style.setProperty(name, '0 0 transparent');
                  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                  while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll(folder, '/var/lib/belfry');
                  for (const chart of document.querySelectorAll('canvas')) {
                    const paper = chart.getContext('2d');
                    paper.globalCompositeOperation = 'destination-over';
                    paper.fillStyle = getComputedStyle(chart.closest('.card')).backgroundColor;
                    paper.fillRect(0, 0, chart.width, chart.height);
                    paper.globalCompositeOperation = 'source-over';
                  }
                }""",
                folder.toString());
    }

    private void draw(String name) throws IOException, InterruptedException {
        var drawn = folder.resolve(name + ".svg");
        var process =
                new ProcessBuilder(
                                "pdftocairo",
                                "-svg",
                                folder.resolve(name + ".pdf").toString(),
                                drawn.toString())
                        .inheritIO()
                        .start();
        assertThat(process.waitFor()).as("pdftocairo").isZero();
        var picture = PICTURES.resolve(name + ".svg");
        Files.writeString(picture, Drawing.inFewerWords(Files.readString(drawn)));
        System.out.printf("%s: %d bytes%n", name, Files.size(picture));
    }
}
