package dev.belfry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.bench.Figures.Figure;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final Figure FIRING = new Figure(FiringWork.FIRING, Figure.RATE);

    @TempDir Path folder;
    private final Notes notes = Notes.begin();
    private final Report report = Report.of("peers", notes, Entrant.ALL, Goals.besidePeers());

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

        assertThat(report.table(FiringWork.FIRING).lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "H1 firing per second Belfry better by of the floor",
                        "Belfry 10,000 (9,000-12,000) 0.500",
                        "floor 20,000 0.500",
                        "Quartz, JDK client 250 40 0.013");
    }

    @Test
    void aFailedStepHasItsReasonInTheTableAndInTheFile() throws Exception {
        measured("Belfry", 10_000);
        notes.fail(FiringWork.FIRING, "JobRunr, JDK client", new IllegalStateException("5 lost"));

        report.write(folder);

        assertThat(report.table(FiringWork.FIRING))
                .containsPattern("JobRunr, JDK client +-")
                .contains("JobRunr, JDK client failed: java.lang.IllegalStateException: 5 lost");
        assertThat(Files.readString(folder.resolve("peers.json")))
                .contains(
                        "\"JobRunr, JDK client\" : [ \"java.lang.IllegalStateException: 5 lost\" ]");
        assertThat(folder.resolve("peers/h1-firing-per-second.svg")).exists();
    }

    @Test
    void aWorkInWhichEverybodyFailedStillHasATable() {
        notes.fail("H6 herd", "Belfry", new IllegalStateException("no answer"));

        assertThat(report.table("H6 herd")).contains("Belfry failed: ");
    }

    @Test
    void goalsStandBesideWhatWasMeasuredOfThem() {
        measured("Belfry", 9_000, 11_000, 10_000);
        measured("db-scheduler, JDK client", 2_000);
        measured("floor", 12_500);

        assertThat(Goal.table(Goals.besidePeers(), notes.figures()).lines())
                .anyMatch(line -> line.matches(".*to db-scheduler, JDK.*at least 6 +5 +NOT MET"))
                .anyMatch(line -> line.matches(".*to floor +at least 0.600 +0.800 +met"))
                .anyMatch(line -> line.matches(".*to Quartz, JDK client +at least 40 +-"));
        assertThat(Goal.results(Goals.besidePeers(), notes.figures())).hasSize(2);
    }

    @Test
    void latenessIsComparedWithTheBestPeer() {
        var p99 = new Figure(LatenessWork.title(100), LatenessWork.P99);
        notes.figures().add(p99, "Belfry", 4);
        notes.figures().add(p99, "Quartz, JDK client", 900);
        notes.figures().add(p99, "db-scheduler, JDK client", 100);

        assertThat(Goal.table(Goals.besidePeers(), notes.figures()).lines())
                .anyMatch(
                        line ->
                                line.matches(
                                        ".*at 100/s, p99 ms, better than.* +at least 10 +25 +met"))
                .anyMatch(line -> line.matches(".*at 100/s, p99 ms +at most 10 +4 +met"));
    }

    @Test
    void whatTheFloorLosesTooIsNoLossOfBelfry() {
        for (long stored : new long[] {10_000, 10_000_000}) {
            var figure = new Figure(SizeBench.title("firing", stored), Figure.RATE);
            notes.figures().add(figure, "Belfry", stored == 10_000 ? 9_000 : 5_000);
            notes.figures().add(figure, "floor", stored == 10_000 ? 10_000 : 6_000);
        }

        assertThat(Goal.table(Goals.ofSizes(10_000, 10_000_000), notes.figures()).lines())
                .anyMatch(line -> line.matches("H5 firing, .* +at most 1.30 +1.08 +met"));
    }
}
