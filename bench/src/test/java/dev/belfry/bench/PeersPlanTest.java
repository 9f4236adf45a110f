package dev.belfry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PeersPlanTest {
    private final Vertx vertx = Vertx.vertx();
    private final Stage stage =
            new Stage(CallbackReceiver.start(vertx), Meter.NOT_ASKED, Notes.begin());

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private Duration time(Size size) {
        return new PeersPlan(stage, size, size.topics()).time(Entrant.ALL, size.rounds(), true);
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
        var herd = new Works(stage, Size.FULL).of(Entrant.ALL.getFirst(), EnumSet.of(Topic.HERD));

        assertThat(herd)
                .singleElement()
                .isInstanceOfSatisfying(
                        FiringWork.class, it -> assertThat(it.count()).isEqualTo(100_000));
    }

    @Test
    void oneWithOtherSettingsForPrecisionStartsTwice() {
        var plan = new PeersPlan(stage, Size.FULL, Topic.ALL);

        assertThat(plan.parts(Entrant.dbScheduler(20, "1.0", "6.0"))).hasSize(2);
        assertThat(plan.parts(Entrant.ALL.getFirst())).hasSize(1);
    }

    @Test
    void oneWithOtherSettingsForCreatingStartsForItAlone() {
        var plan = new PeersPlan(stage, Size.FULL, Topic.ALL);
        var entrant = Entrant.dbScheduler(20, "1.0", "6.0").creatingWith("pool", 8);

        assertThat(plan.parts(entrant))
                .hasSize(3)
                .filteredOn(part -> part.settings().equals(entrant.creating()))
                .singleElement()
                .satisfies(
                        part ->
                                assertThat(part.works())
                                        .hasOnlyElementsOfType(CreateWork.class)
                                        .hasSize(3));
        assertThat(entrant.creating()).containsEntry("pool", "8").containsEntry("threads", "20");
    }

    @Test
    void onlyTheWorksThatAreAskedForAreDone() {
        var plan = new PeersPlan(stage, Size.QUICK, EnumSet.of(Topic.LATENESS, Topic.CRASH));
        var dbScheduler = Entrant.dbScheduler(20, "1.0", "6.0");
        var floor = Entrant.ALL.stream().filter(Entrant::isFloor).findFirst().orElseThrow();

        assertThat(plan.parts(dbScheduler))
                .singleElement()
                .satisfies(part -> assertThat(part.settings()).isEqualTo(dbScheduler.precision()));
        assertThat(plan.parts(dbScheduler).getFirst().works())
                .extracting(Work::title)
                .containsExactly(LatenessWork.title(100), LatenessWork.title(1_000));
        assertThat(plan.crashes(dbScheduler)).isTrue();
        assertThat(plan.parts(floor)).isEmpty();
    }

    @Test
    void everyContenderFiresForAsLongAsIsMeasured() {
        for (var entrant : Entrant.ALL) {
            var works = new Works(stage, Size.FULL).of(entrant, EnumSet.of(Topic.FIRING));

            assertThat(works)
                    .allSatisfy(
                            work ->
                                    assertThat(((FiringWork) work).count())
                                            .isEqualTo(5 * work.lane().fires()));
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
