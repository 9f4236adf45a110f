package dev.belfry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PeersPlanTest {
    private final Vertx vertx = Vertx.vertx();
    private final Stage stage = new Stage(CallbackReceiver.start(vertx), Meter.NONE, Notes.begin());

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private Duration time(Size size) {
        return new PeersPlan(stage, size).time(Entrant.ALL, size.rounds(), true);
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
        var herd =
                new Works(stage, Size.FULL)
                        .firing(Entrant.ALL.getFirst()).stream()
                                .filter(work -> work.title().equals(FiringWork.HERD))
                                .toList();

        assertThat(herd)
                .singleElement()
                .isInstanceOfSatisfying(
                        FiringWork.class, it -> assertThat(it.count()).isEqualTo(100_000));
    }

    @Test
    void oneWithOtherSettingsForPrecisionStartsTwice() {
        var plan = new PeersPlan(stage, Size.FULL);

        assertThat(plan.parts(Entrant.dbScheduler(20, "1.0", "6.0"))).hasSize(2);
        assertThat(plan.parts(Entrant.ALL.getFirst())).hasSize(1);
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
