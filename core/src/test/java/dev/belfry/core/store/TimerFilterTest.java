package dev.belfry.core.store;

import static dev.belfry.core.mutation.Samples.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.mutation.Samples;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.TimerState;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TimerFilterTest {
    private static final Entry PENDING = new Entry.Pending(Samples.timer());
    private static final Entry FAILED =
            new Entry.Kept(
                    new KeptTimer(
                            Samples.timer().failed("HTTP 500", NOON, NOON),
                            TimerState.FAILED,
                            NOON.plusSeconds(5),
                            NOON.plusSeconds(60)));

    private static TimerFilter filter(
            Optional<String> correlationId,
            Optional<String> idPrefix,
            Optional<String> host,
            Optional<String> error) {
        return new TimerFilter(
                Set.of(), TimerFilter.ALL.times(), correlationId, idPrefix, host, error);
    }

    private static Optional<String> some(String text) {
        return Optional.of(text);
    }

    @Test
    void whatIsNotNamedPasses() {
        assertThat(TimerFilter.ALL.matches(PENDING)).isTrue();
        assertThat(TimerFilter.ALL.matches(FAILED)).isTrue();
        assertThat(TimerFilter.ALL.matches(Entry.absent())).isFalse();
    }

    @Test
    void statesAndTimesAreThoseOfTheEntry() {
        var failed = TimerFilter.ALL.states(Set.of(TimerState.FAILED, TimerState.REACHED));
        assertThat(failed.matches(PENDING)).isFalse();
        assertThat(failed.matches(FAILED)).isTrue();
        assertThat(TimerFilter.ALL.between(NOON, NOON.plusSeconds(5)).matches(PENDING)).isTrue();
        assertThat(TimerFilter.ALL.between(NOON, NOON.plusSeconds(5)).matches(FAILED)).isFalse();
        assertThat(TimerFilter.ALL.between(NOON, NOON.plusSeconds(6)).matches(FAILED)).isTrue();
    }

    @Test
    void everyFieldMustFit() {
        var none = Optional.<String>empty();
        assertThat(filter(some("trace"), some("a"), some("h"), none).matches(PENDING)).isTrue();
        assertThat(filter(none, none, none, some("HTTP 500")).matches(FAILED)).isTrue();
        assertThat(filter(some("other"), none, none, none).matches(PENDING)).isFalse();
        assertThat(filter(none, some("b"), none, none).matches(PENDING)).isFalse();
        assertThat(filter(none, none, some("h:80"), none).matches(PENDING)).isFalse();
        assertThat(filter(none, none, none, some("HTTP 500")).matches(PENDING)).isFalse();
    }

    @Test
    void aTimeThatEndsBeforeItBeginsIsRefused() {
        assertThatThrownBy(() -> TimerFilter.ALL.between(NOON, NOON.minusMillis(1)))
                .isInstanceOf(InvalidValueException.class);
    }
}
