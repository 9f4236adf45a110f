package dev.belfry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.bench.harness.CreateWorkload;
import dev.belfry.bench.harness.FiringWorkload;
import dev.belfry.bench.harness.LatenessWorkload;
import dev.belfry.bench.harness.Size;
import dev.belfry.bench.harness.Stage;
import dev.belfry.bench.harness.Topic;
import dev.belfry.bench.harness.Workload;
import dev.belfry.bench.harness.Works;
import dev.belfry.bench.harness.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeersPlanTest {
    private final Stage stage;

    PeersPlanTest(@TempDir Path folder) {
        this.stage = Stage.open(new Workspace(folder, true));
    }

    @AfterEach
    void close() throws IOException {
        stage.close();
    }

    private Duration time(Size size) {
        return new PeersPlan(stage, size, size.topics()).time(Contenders.USUAL, size.rounds());
    }

    @Test
    void aQuickRunTakesLessThanFiveMinutes() {
        assertThat(time(Size.QUICK)).isLessThan(Duration.ofMinutes(5));
    }

    @Test
    void aFullRunTakesLessThanThreeQuartersOfAnHour() {
        assertThat(time(Size.FULL)).isLessThan(Duration.ofMinutes(45));
    }

    @Test
    void aHerdOfBelfryIsAHundredThousandTimers() {
        var herd = new Works(stage, Size.FULL).of(Contenders.BELFRY, EnumSet.of(Topic.HERD));

        assertThat(herd)
                .singleElement()
                .isInstanceOfSatisfying(
                        FiringWorkload.class, it -> assertThat(it.count()).isEqualTo(100_000));
    }

    @Test
    void oneWithOtherSettingsForPrecisionStartsTwice() {
        var plan = new PeersPlan(stage, Size.FULL, Topic.ALL);

        assertThat(plan.parts(Contenders.dbScheduler(20, "1.0", "6.0"))).hasSize(2);
        assertThat(plan.parts(Contenders.BELFRY)).hasSize(1);
    }

    @Test
    void oneWithOtherSettingsForCreatingStartsForItAlone() {
        var plan = new PeersPlan(stage, Size.FULL, Topic.ALL);
        var contender =
                Contenders.dbScheduler(20, "1.0", "6.0")
                        .with(EnumSet.of(Topic.CREATING), Map.of("pool", "8"));

        assertThat(plan.parts(contender))
                .hasSize(3)
                .filteredOn(part -> part.settings().equals(contender.settingsFor(Topic.CREATING)))
                .singleElement()
                .satisfies(
                        part ->
                                assertThat(part.works())
                                        .hasOnlyElementsOfType(CreateWorkload.class)
                                        .hasSize(3));
        assertThat(contender.settingsFor(Topic.CREATING))
                .containsEntry("pool", "8")
                .containsEntry("threads", "20");
    }

    @Test
    void onlyTheWorksThatAreAskedForAreDone() {
        var plan = new PeersPlan(stage, Size.QUICK, EnumSet.of(Topic.LATENESS, Topic.CRASH));
        var dbScheduler = Contenders.dbScheduler(20, "1.0", "6.0");

        assertThat(plan.parts(dbScheduler))
                .singleElement()
                .satisfies(
                        part ->
                                assertThat(part.settings())
                                        .isEqualTo(dbScheduler.settingsFor(Topic.LATENESS)));
        assertThat(plan.parts(dbScheduler).getFirst().works())
                .extracting(Workload::title)
                .containsExactly(LatenessWorkload.title(100), LatenessWorkload.title(1_000));
        assertThat(plan.crashes(dbScheduler)).isTrue();
        assertThat(plan.parts(Contenders.FLOOR)).isEmpty();
    }

    @Test
    void everyContenderFiresForAsLongAsIsMeasured() {
        for (var contender : Contenders.USUAL) {
            var works = new Works(stage, Size.FULL).of(contender, EnumSet.of(Topic.FIRING));

            assertThat(works)
                    .allSatisfy(
                            work ->
                                    assertThat(((FiringWorkload) work).count())
                                            .isEqualTo(5 * work.variant().fires()));
        }
    }

    @Test
    void aPartOfTheWorkIsLessButNeverNothing() {
        assertThat(time(Size.FULL.percent(2))).isLessThan(time(Size.FULL));
        assertThat(
                        List.of(
                                Size.count(8_000, Duration.ofSeconds(4)),
                                Size.count(8_000, Duration.ZERO)))
                .containsExactly(32_000, 500);
    }
}
