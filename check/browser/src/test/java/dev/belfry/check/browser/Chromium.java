package dev.belfry.check.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The browser of this machine. Confined to one thread. */
final class Chromium implements AutoCloseable {
    private static final String VARIABLE = "BELFRY_TEST_CHROMIUM";
    private static final List<String> USUAL_PLACES =
            List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    static Chromium launch() {
        var playwright =
                Playwright.create(
                        new Playwright.CreateOptions()
                                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        var options =
                new BrowserType.LaunchOptions()
                        .setExecutablePath(executable())
                        .setArgs(List.of("--no-sandbox"));
        return new Chromium(playwright, playwright.chromium().launch(options));
    }

    private static Path executable() {
        return Stream.concat(
                        Optional.ofNullable(System.getenv(VARIABLE)).stream(),
                        USUAL_PLACES.stream())
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(
                        () ->
                                new AssertionError(
                                        "no Chromium: install Debian's chromium, or say where it is in "
                                                + VARIABLE));
    }

    /** A visitor with a desk. */
    Visitor visitor(String address) {
        return visitor(address, ColorScheme.LIGHT, 1280, 900);
    }

    Visitor visitor(String address, ColorScheme theme, int width, int height) {
        return visitor(address, theme, width, height, 1);
    }

    /** The scale is that of bitmaps: as many of their points make one of the page. */
    Visitor visitor(String address, ColorScheme theme, int width, int height, int scale) {
        return new Visitor(
                browser.newContext(
                        new Browser.NewContextOptions()
                                .setBaseURL(address)
                                .setColorScheme(theme)
                                .setLocale("en-GB")
                                .setTimezoneId("Europe/Berlin")
                                .setPermissions(List.of("clipboard-read", "clipboard-write"))
                                .setDeviceScaleFactor(scale)
                                .setViewportSize(width, height)));
    }

    @Override
    public void close() {
        playwright.close();
    }
}
