package dev.belfry.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StallLimitTest {
    private static final StallLimit NONE = new StallLimit(Duration.ZERO);

    @Test
    void whatGetsOnIsWaitedFor() throws Exception {
        var arrived = new AtomicInteger();

        NONE.await("callbacks", () -> arrived.get() >= 3, arrived::incrementAndGet);

        assertThat(arrived).hasValue(3);
    }

    @Test
    void whatDoesNotGetOnIsGivenUpAndSaysHowFarItCame() {
        assertThatThrownBy(() -> NONE.await("10 callbacks", () -> false, () -> 7))
                .isInstanceOf(TimeoutException.class)
                .hasMessage("10 callbacks: nothing happened for 0 s, after 7");
    }
}
