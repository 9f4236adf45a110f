package dev.belfry.operate.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleFileTest {
    @Test
    void aScriptInThePageIsKnownByItsHash() {
        var page = "<script type=\"importmap\">{}</script><script src=\"/a.js\"></script>";
        var headers =
                ConsoleFile.page(page.getBytes(StandardCharsets.UTF_8), "text/html").headers();
        assertThat(headers)
                .contains(
                        Map.entry(
                                "Content-Security-Policy",
                                "default-src 'self'; script-src 'self'"
                                        + " 'sha256-RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=';"
                                        + " img-src 'self' data:; object-src 'none'; base-uri 'none';"
                                        + " form-action 'self'; frame-ancestors 'none'"));
    }
}
