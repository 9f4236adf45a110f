package dev.belfry.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.Test;

class ServerClockTest {
    private static final Instant NOON = Instant.parse("2031-05-06T12:00:00Z");

    private Instant local = NOON;
    private Duration serverAhead = Duration.ZERO;
    private final ServerClock clock = new ServerClock(() -> local);

    @Test
    void beforeTheFirstAnswerItIsOurClock() {
        assertThat(clock.instant()).isEqualTo(local);
    }

    @Test
    void clocksThatAgreeShowNoDifferenceHoweverCoarseTheDates() {
        for (int n = 0; n < 1_000; n++) {
            exchange(Duration.ofMillis(7 + n % 90));
            assertThat(ahead()).isZero();
        }
    }

    @Test
    void aServerAheadIsNoticedWithinAFewSeconds() {
        serverAhead = Duration.ofMillis(400);

        beats(20);

        assertThat(ahead()).isBetween(Duration.ofMillis(330), Duration.ofMillis(400));
    }

    @Test
    void aServerBehindIsNoticedWithinAFewSeconds() {
        serverAhead = Duration.ofMillis(-400);

        beats(20);

        assertThat(ahead()).isBetween(Duration.ofMillis(-400), Duration.ofMillis(-330));
    }

    @Test
    void aClockThatWasSetIsNoticedAnew() {
        beats(20);
        serverAhead = Duration.ofSeconds(-5);
        beats(20);
        assertThat(ahead()).isBetween(Duration.ofMillis(-5_000), Duration.ofMillis(-4_900));

        serverAhead = Duration.ZERO;
        beats(20);

        assertThat(ahead()).isZero();
    }

    @Test
    void slowDriftIsFollowed() {
        for (int n = 0; n < 5_000; n++) {
            serverAhead = serverAhead.plusNanos(25_000);
            exchange(Duration.ofMillis(20));
            pass(Duration.ofMillis(517));
        }

        assertThat(ahead()).isBetween(serverAhead.minusMillis(100), serverAhead);
    }

    @Test
    void anAnswerWithoutAProperDateTellsNothing() {
        clock.answered(local, "yesterday");

        assertThat(clock.instant()).isEqualTo(local);
    }

    private Duration ahead() {
        return Duration.between(local, clock.instant());
    }

    /** Beats come every half a second, and a little later each. */
    private void beats(int count) {
        for (int n = 0; n < count; n++) {
            exchange(Duration.ofMillis(20));
            pass(Duration.ofMillis(517));
        }
    }

    /** The server looks at its clock in the middle. */
    private void exchange(Duration takes) {
        var sent = local;
        pass(takes.dividedBy(2));
        var date =
                DateTimeFormatter.RFC_1123_DATE_TIME.format(
                        local.plus(serverAhead).atOffset(ZoneOffset.UTC));
        pass(takes.dividedBy(2));
        clock.answered(sent, date);
    }

    private void pass(Duration duration) {
        local = local.plus(duration);
    }
}
