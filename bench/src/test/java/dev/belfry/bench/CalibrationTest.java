package dev.belfry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.bench.harness.CallbackLateness;
import dev.belfry.bench.harness.Contender;
import dev.belfry.bench.harness.Figures.Figure;
import dev.belfry.bench.harness.FiringWorkload;
import dev.belfry.bench.harness.LatenessWorkload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CalibrationTest {
    private static final Figure FIRED = new Figure(FiringWorkload.FIRING, Figure.RATE);
    private static final Figure LATE =
            new Figure(LatenessWorkload.title(1_000), CallbackLateness.P99);

    private final Contender few = Contenders.dbScheduler(20, "1.0", "6.0");
    private final Contender some = Contenders.dbScheduler(50, "1.0", "6.0");
    private final Contender many = Contenders.dbScheduler(100, "1.0", "6.0");

    private Contender best(Figure figure, Map<Contender, Double> values)
            throws InterruptedException {
        return Calibration.best(
                List.of(few, some, many),
                figure,
                candidate -> Optional.ofNullable(values.get(candidate)),
                Contenders.BELFRY);
    }

    @Test
    void theMostASecondIsTheBest() throws InterruptedException {
        assertThat(best(FIRED, Map.of(few, 1.0, some, 3.0, many, 2.0))).isEqualTo(some);
    }

    @Test
    void theLeastLatenessIsTheBest() throws InterruptedException {
        assertThat(best(LATE, Map.of(few, 2.0, some, 3.0, many, 1.0))).isEqualTo(many);
    }

    @Test
    void oneThatFailsIsNotTheBest() throws InterruptedException {
        assertThat(best(LATE, Map.of(some, 3.0))).isEqualTo(some);
        assertThat(best(LATE, Map.of())).isEqualTo(Contenders.BELFRY);
    }
}
