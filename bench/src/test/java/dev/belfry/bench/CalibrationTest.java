package dev.belfry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.bench.Figures.Figure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CalibrationTest {
    private static final Figure FIRED = new Figure(FiringWork.FIRING, Figure.RATE);
    private static final Figure LATE = new Figure(LatenessWork.title(1_000), LatenessWork.P99);

    private final Entrant few = Entrant.dbScheduler(20, "1.0", "6.0");
    private final Entrant some = Entrant.dbScheduler(50, "1.0", "6.0");
    private final Entrant many = Entrant.dbScheduler(100, "1.0", "6.0");

    private Entrant best(Figure figure, Map<Entrant, Double> values) throws InterruptedException {
        return Calibration.best(
                List.of(few, some, many),
                figure,
                candidate -> Optional.ofNullable(values.get(candidate)),
                Entrant.ALL.getFirst());
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
        assertThat(best(LATE, Map.of())).isEqualTo(Entrant.ALL.getFirst());
    }
}
