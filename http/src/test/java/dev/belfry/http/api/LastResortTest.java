package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class LastResortTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final LastResort lastResort = new LastResort(Duration.ofSeconds(10));
    private final CompletableFuture<String> answer = new CompletableFuture<>();

    @Test
    void anAnswerThatDoesNotComeFails() {
        lastResort.await(answer, -SECOND);

        lastResort.look(8 * SECOND);
        assertThat(answer).isNotDone();

        lastResort.look(9 * SECOND);
        assertThatThrownBy(answer::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void anAnswerThatCameIsForgotten() {
        var wait = lastResort.await(answer, 0);
        answer.complete("in time");

        wait.over();

        assertThat(lastResort.waiting()).isZero();
        lastResort.look(100 * SECOND);
        assertThat(answer).isCompletedWithValue("in time");
    }
}
