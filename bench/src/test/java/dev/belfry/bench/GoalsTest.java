package dev.belfry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.bench.harness.CallbackLateness;
import dev.belfry.bench.harness.Figures;
import dev.belfry.bench.harness.Figures.Figure;
import dev.belfry.bench.harness.FiringWorkload;
import dev.belfry.bench.harness.Goal;
import dev.belfry.bench.harness.LatenessWorkload;
import dev.belfry.bench.tenants.NeighbourWork;
import dev.belfry.bench.tenants.TenantsStage;
import org.junit.jupiter.api.Test;

class GoalsTest {
    private static final Figure FIRING = new Figure(FiringWorkload.FIRING, Figure.RATE);

    private final Figures figures = new Figures();

    private void measured(String contender, double... values) {
        for (double value : values) {
            figures.add(FIRING, contender, value);
        }
    }

    @Test
    void goalsStandBesideWhatWasMeasuredOfThem() {
        measured("Belfry", 9_000, 11_000, 10_000);
        measured("db-scheduler, JDK client", 2_000);
        measured("floor", 12_500);

        assertThat(Goal.table(Goals.besidePeers(), figures).lines())
                .anyMatch(line -> line.matches(".*to db-scheduler, JDK.*at least 6 +5 +NOT MET"))
                .anyMatch(line -> line.matches(".*to floor +at least 0.600 +0.800 +met"))
                .anyMatch(line -> line.matches(".*to Quartz, JDK client +at least 40 +-"));
        assertThat(Goal.results(Goals.besidePeers(), figures)).hasSize(2);
    }

    @Test
    void keysMayCostThreePercent() {
        measured("Belfry", 10_000, 5_000, 100);
        measured("Belfry, keys", 9_600, 4_800, 99);
        measured("Belfry, keys and TLS", 5_000);

        assertThat(Goal.table(Goals.ofLocks(), figures).lines())
                .anyMatch(line -> line.matches(".*with keys to without.* 0.970 +0.960 +NOT MET"));
    }

    @Test
    void latenessIsComparedWithTheBestPeer() {
        var p99 = new Figure(LatenessWorkload.title(100), CallbackLateness.P99);
        figures.add(p99, "Belfry", 4);
        figures.add(p99, "Quartz, JDK client", 900);
        figures.add(p99, "db-scheduler, JDK client", 100);

        assertThat(Goal.table(Goals.besidePeers(), figures).lines())
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
            figures.add(figure, "Belfry", stored == 10_000 ? 9_000 : 5_000);
            figures.add(figure, "floor", stored == 10_000 ? 10_000 : 6_000);
        }

        assertThat(Goal.table(Goals.ofSizes(10_000, 10_000_000), figures).lines())
                .anyMatch(line -> line.matches("H5 firing, .* +at most 1.30 +1.08 +met"));
    }

    @Test
    void aGroupIsJudgedBesideItsNeighbours() {
        var beside = TenantsStage.row(TenantsBench.SQLITE, NeighbourWork.BESIDE);
        figures.add(new Figure(NeighbourWork.TITLE, CallbackLateness.P99), beside, 70);
        figures.add(NeighbourWork.DRAINED, beside, 9_000);
        figures.add(
                NeighbourWork.DRAINED,
                TenantsStage.row(TenantsBench.SQLITE, NeighbourWork.ALONE),
                10_000);

        assertThat(Goal.table(Goals.ofTenants(), figures).lines())
                .anyMatch(line -> line.matches("T1 .*p99 ms, SQLite.* at most 50 +70 +NOT MET"))
                .anyMatch(line -> line.matches("T1 .*SQLite, to alone +.* 0.800 +0.900 +met"))
                .anyMatch(line -> line.matches("T1 .*PostgreSQL, to alone +at least 0.800 +-"));
    }
}
