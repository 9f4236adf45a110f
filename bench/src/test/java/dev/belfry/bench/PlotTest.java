package dev.belfry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlotTest {
    @TempDir Path folder;

    @Test
    void theLongestBarIsThatOfTheLargestFigure() throws IOException {
        var plot =
                new Plot(
                        "H1 firing, per second",
                        new TreeMap<>(
                                Map.of(
                                        "Belfry", new Series(List.of(90.0, 100.0, 110.0)),
                                        "Quartz", new Series(List.of(11.0)))));

        plot.write(folder);

        var svg = Files.readString(folder.resolve("h1-firing-per-second.svg"));
        assertThat(svg).contains("width=\"418.2\"").contains("100 (90-110)");
        assertThat(svg).contains("width=\"46.0\"").contains(">Quartz<");
    }

    @Test
    void aFigureBelowNothingHasNoBar() throws IOException {
        new Plot("earliest ms", Map.of("JobRunr", new Series(List.of(-5.0)))).write(folder);

        assertThat(Files.readString(folder.resolve("earliest-ms.svg"))).contains("width=\"0.0\"");
    }
}
