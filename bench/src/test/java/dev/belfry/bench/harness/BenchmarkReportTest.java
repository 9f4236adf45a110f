package dev.belfry.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.bench.harness.Figures.Figure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchmarkReportTest {
    private static final Figure FIRING = new Figure(FiringWorkload.FIRING, Figure.RATE);

    @TempDir Path folder;
    private final Notes notes = Notes.begin();
    private final BenchmarkReport report = BenchmarkReport.of("peers", notes, List.of(), List.of());

    private void measured(String contender, double... values) {
        for (double value : values) {
            notes.figures().add(FIRING, contender, value);
        }
    }

    @Test
    void aRowSaysHowMuchBetterBelfryIsAndHowFarFromTheFloor() {
        measured("Belfry", 9_000, 12_000, 10_000);
        measured("floor", 20_000);
        measured("Quartz, JDK client", 250);

        assertThat(
                        report.table(FiringWorkload.FIRING)
                                .lines()
                                .map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "H1 firing per second Belfry better by of the floor",
                        "Belfry 10,000 (9,000-12,000) 0.500",
                        "floor 20,000 0.500",
                        "Quartz, JDK client 250 40 0.013");
    }

    @Test
    void aFailedStepHasItsReasonInTheTableAndInTheFile() throws Exception {
        measured("Belfry", 10_000);
        notes.fail(
                FiringWorkload.FIRING, "JobRunr, JDK client", new IllegalStateException("5 lost"));

        report.write(folder);

        assertThat(report.table(FiringWorkload.FIRING))
                .containsPattern("JobRunr, JDK client +-")
                .contains("JobRunr, JDK client failed: java.lang.IllegalStateException: 5 lost");
        assertThat(Files.readString(folder.resolve("peers.json")))
                .contains(
                        "\"JobRunr, JDK client\" : [ \"java.lang.IllegalStateException: 5 lost\""
                                + " ]");
    }

    @Test
    void aWorkInWhichEverybodyFailedStillHasATable() {
        notes.fail("H6 herd", "Belfry", new IllegalStateException("no answer"));

        assertThat(report.table("H6 herd")).contains("Belfry failed: ");
    }
}
