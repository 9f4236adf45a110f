package dev.belfry.core.timer;

import static dev.belfry.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimerKeyTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                " ",
                "a/b",
                "...",
                ".a",
                "a.",
                "Größe",
                "提醒",
                "🔔",
                "\u00A0",
                "\uFFFD",
                "\uFFFF",
                "a?b#c&d=e%"
            })
    void anyTextIsAnId(String id) {
        assertThat(TimerKey.of("g", id).id()).isEqualTo(id);
    }

    @Test
    void anEmptyIdIsRefused() {
        assertRefused("timerId", () -> TimerKey.of("g", ""));
    }

    @Test
    void anIdHasAtMost255CodePoints() {
        assertThat(TimerKey.of("g", "x".repeat(255)).id()).hasSize(255);
        assertRefused("timerId", () -> TimerKey.of("g", "x".repeat(256)));
    }

    @Test
    void aSupplementaryCharacterCountsAsOneCodePoint() {
        assertThat(TimerKey.of("g", "🔔".repeat(255)).id()).hasSize(510);
        assertRefused("timerId", () -> TimerKey.of("g", "🔔".repeat(256)));
        assertRefused("timerId", () -> TimerKey.of("g", "🔔".repeat(255) + "x"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\uD83D",
                "\uDD14",
                "a\uD83D",
                "\uD83Da",
                "\uDD14\uD83D",
                "\uD83D\uD83D\uDD14"
            })
    void aLoneSurrogateIsRefused(String id) {
        assertRefused("timerId", () -> TimerKey.of("g", id));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0000", "a\nb", "\t", "\r", "\u001F", "\u007F", "\u0080", "\u009F"})
    void aControlCharacterIsRefused(String id) {
        assertRefused("timerId", () -> TimerKey.of("g", id));
    }

    @ParameterizedTest
    @ValueSource(strings = {".", ".."})
    void whatNoUrlReachesIsRefused(String id) {
        assertRefused("timerId", () -> TimerKey.of("g", id));
    }

    @Test
    void aKeyIsShownAsAPath() {
        assertThat(TimerKey.of("g", "a b")).hasToString("g/a b");
    }
}
