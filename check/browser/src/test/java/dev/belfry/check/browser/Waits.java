package dev.belfry.check.browser;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.WaitForSelectorState;

/** What one waits for. */
final class Waits {
    static final Locator.WaitForOptions GONE =
            new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED);

    private Waits() {}
}
