package dev.belfry.check.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Somebody who looks at the console, and takes down what the page should not have done. Confined to
 * one thread.
 */
final class Visitor implements AutoCloseable {
    /** A page is waited for, not judged by the clock: machines are busy. */
    private static final int PATIENCE_MILLIS = 60_000;

    /** What the browser says of every answer above 399; a view may ask for what is not there. */
    private static final String NOT_OK = "Failed to load resource";

    private final BrowserContext context;
    private final Page page;
    private final List<String> mischief = new CopyOnWriteArrayList<>();

    Visitor(BrowserContext context) {
        this.context = context;
        context.setDefaultTimeout(PATIENCE_MILLIS);
        page = context.newPage();
        page.onPageError(failure -> mischief.add("failure: " + failure));
        page.onConsoleMessage(
                message -> {
                    if (message.type().equals("error") && !message.text().startsWith(NOT_OK)) {
                        mischief.add("console: " + message.text());
                    }
                });
        page.onRequest(
                request -> {
                    var uri = URI.create(request.url().replaceFirst("^blob:", ""));
                    if (!"127.0.0.1".equals(uri.getHost())) {
                        mischief.add("another host: " + request.url());
                    }
                });
    }

    Page page() {
        return page;
    }

    /** Goes to a view by its address. */
    Visitor open(String path) {
        page.navigate(path);
        page.waitForSelector("#view h1, #view .empty-title");
        return this;
    }

    Locator button(String name) {
        return named(AriaRole.BUTTON, name);
    }

    Locator link(String name) {
        return named(AriaRole.LINK, name);
    }

    private Locator named(AriaRole role, String name) {
        return page.getByRole(role, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    Locator label(String text) {
        return page.getByLabel(text, new Page.GetByLabelOptions().setExact(true));
    }

    /** What can be pressed in the dialog that is open. */
    Locator dialogButton(String name) {
        return page.locator("dialog")
                .getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(name).setExact(true));
    }

    /** Waits until a text is to be seen. */
    void sees(String text) {
        page.getByText(text).first().waitFor();
    }

    void sees(Locator what) {
        what.first().waitFor();
    }

    /** Waits until the page gives true. */
    void awaits(String expression) {
        page.waitForFunction(expression);
    }

    String downloaded(Runnable act) {
        Download download = page.waitForDownload(act);
        try {
            return Files.readString(download.path());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    void press(String... keys) {
        for (var key : keys) {
            page.keyboard().press(key);
        }
    }

    /** Fails if the page broke, broke its policy, or asked another host for anything. */
    void behaved() {
        assertThat(mischief).isEmpty();
    }

    @Override
    public void close() {
        context.close();
    }
}
