package dev.belfry.operate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReferencePageTest {
    /** Written anew with -Dbelfry.docs.write=true. */
    @Test
    void thePageInDocsSaysWhatTheRecordsSay() throws IOException {
        var page = Path.of("..", "docs", "configuration.md");
        if (Boolean.getBoolean("belfry.docs.write")) {
            Files.createDirectories(page.resolveSibling(""));
            Files.writeString(page, ReferencePage.text());
        }
        assertThat(Files.readString(page))
                .as("run the test with -Dbelfry.docs.write=true to write the page anew")
                .isEqualTo(ReferencePage.text());
    }

    @Test
    void everySettingHasASentence() {
        assertThat(Key.all()).hasSizeBetween(30, 90);
        for (var key : Key.all()) {
            assertThat(key.setting().says()).as(key.name()).endsWith(".").doesNotContain("|");
        }
    }
}
