package dev.belfry.check.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A short run of {@code make chaos}. */
@Tag("system")
class ChaosTest {
    @Test
    @Timeout(900)
    void noPromiseIsBrokenInNinetySecondsOfTrouble(@TempDir Path folder) throws Exception {
        var options = ChaosOptions.of("--minutes", "1.5", "--report", "target/chaos");
        var report = new ChaosRun(options).run(folder);
        report.write();
        System.out.println(report);
        assertThat(report.isClean()).as("seed %d: %s", options.seed(), report).isTrue();
        assertThat(report.strikes()).isNotEmpty();
    }
}
