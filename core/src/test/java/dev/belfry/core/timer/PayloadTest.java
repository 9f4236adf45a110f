package dev.belfry.core.timer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PayloadTest {
    @Test
    void payloadsAreEqualByteForByteOnly() {
        assertThat(Payload.of("{\"a\":1}"))
                .isEqualTo(Payload.of("{\"a\":1}"))
                .hasSameHashCodeAs(Payload.of("{\"a\":1}"))
                .isNotEqualTo(Payload.of("{\"a\": 1}"))
                .isNotEqualTo("{\"a\":1}");
        assertThat(Payload.of("1.1")).isNotEqualTo(Payload.of("1.10"));
    }

    @Test
    void theSizeCountsBytes() {
        assertThat(Payload.of("\"é€𝄞\"").size()).isEqualTo(2 + 2 + 3 + 4);
        assertThat(Payload.NULL.bytes()).asString().isEqualTo("null");
    }

    @Test
    void theContentIsNotShown() {
        assertThat(Payload.of("\"secret\"")).hasToString("8 bytes");
    }
}
