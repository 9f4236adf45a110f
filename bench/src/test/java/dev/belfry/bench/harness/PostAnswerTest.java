package dev.belfry.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PostAnswerTest {
    private static final String CREATED = "{\"status\":201,\"timer\":{\"timerId\":\"a\"}}";
    private static final String IDENTICAL = "{\"status\": 200, \"timer\": {\"timerId\": \"b\"}}";

    private static String batch(String... items) {
        return "{\"results\":[" + String.join(",", items) + "]}";
    }

    @Test
    void aTimerIsTakenWhenItIsCreatedOrThereAlready() {
        assertThat(PostAnswer.of(201, "{\"timerId\":\"a\"}")).isEqualTo(PostAnswer.TAKEN);
        assertThat(PostAnswer.of(200, "{\"timerId\":\"a\"}")).isEqualTo(PostAnswer.TAKEN);
    }

    @Test
    void aBatchIsTakenWhenEachItemIsCreatedOrThereAlready() {
        assertThat(PostAnswer.of(200, batch(CREATED, IDENTICAL))).isEqualTo(PostAnswer.TAKEN);
    }

    @Test
    void whatIsRefusedForNowIsPostedOnceMore() {
        var refused =
                "{\"status\":503,\"problem\":{\"status\":503,\"code\":\"SHARD_UNAVAILABLE\"}}";

        assertThat(PostAnswer.of(503, "{}")).isEqualTo(PostAnswer.REFUSED);
        assertThat(PostAnswer.of(200, batch(CREATED, refused, IDENTICAL)))
                .isEqualTo(PostAnswer.REFUSED);
    }

    @Test
    void anItemThatIsWrongFailsTheWorkWithItsText() {
        var wrong = "{\"status\":400,\"problem\":{\"status\":400,\"code\":\"INVALID_INPUT\"}}";

        assertThatThrownBy(() -> PostAnswer.of(200, batch(CREATED, wrong)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("400")
                .hasMessageContaining("INVALID_INPUT");
        assertThatThrownBy(
                        () -> PostAnswer.of(200, batch("{\"status\":409,\"problem\":{}}", CREATED)))
                .hasMessageContaining("409");
    }

    @Test
    void aPostThatIsWrongFailsTheWorkWithItsText() {
        assertThatThrownBy(() -> PostAnswer.of(413, "too large"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("413 too large");
    }
}
