package dev.belfry.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.bench.harness.CallbackReceiver.Arrival;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CallbackLatenessTest {
    private static final Instant DUE = Instant.parse("2026-01-01T00:00:00Z");

    private static Arrival arrival(long millisLate) {
        return new Arrival(
                DUE.plusMillis(millisLate), Buffer.buffer("{\"executeAt\":\"%s\"}".formatted(DUE)));
    }

    @Test
    void aHundredthMayBeLaterThanP99() {
        var lateness =
                CallbackLateness.of(
                        IntStream.rangeClosed(1, 200).mapToObj(it -> arrival(it)).toList());

        var notes = Notes.begin();
        lateness.note(notes, "work", "row");

        assertThat(median(notes, CallbackLateness.P99)).isEqualTo(198);
        assertThat(median(notes, "max ms")).isEqualTo(200);
        assertThat(median(notes, CallbackLateness.EARLIEST)).isEqualTo(1);
    }

    private static double median(Notes notes, String measure) {
        return notes.figures().median(new Figures.Figure("work", measure), "row").orElseThrow();
    }

    @Test
    void ofNothingItCanNotBeTold() {
        assertThatThrownBy(() -> CallbackLateness.of(List.of()))
                .hasMessageContaining("no callback came");
    }
}
