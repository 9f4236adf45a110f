package dev.belfry.check.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("simulation")
class SimulationTest {
    private static final int SEEDS = 400;

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void noPromiseIsBrokenInHundredsOfTroubledClusters() throws Exception {
        var printed = new ByteArrayOutputStream();
        int code =
                SimulationMain.runAll(
                        SEEDS, 1, new PrintStream(printed, true, StandardCharsets.UTF_8));
        assertThat(code).as(printed.toString(StandardCharsets.UTF_8)).isZero();
        System.out.println(printed.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aSeedReplaysExactly() {
        var first = Simulation.run(7, true);
        var second = Simulation.run(7, true);
        assertThat(second.trace()).isEqualTo(first.trace()).isNotEmpty();
        assertThat(second.events()).isEqualTo(first.events());
        assertThat(second.report()).hasToString(first.report().toString());
    }
}
