package dev.belfry.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One attempt of a timer, and what came of it.
 *
 * @param node that made it
 * @param status of the receiver's answer; none if it gave none
 * @param error why it failed; none if the receiver accepted it
 */
public record TimerAttempt(
        Instant startedAt,
        String node,
        Optional<Integer> status,
        Duration duration,
        Optional<String> error) {
    static TimerAttempt of(JsonObject json) {
        return new TimerAttempt(
                json.instant("startedAt"),
                json.text("node"),
                json.findNumber("status").map(number -> number.intValueExact()),
                Duration.ofMillis(json.number("durationMillis").longValueExact()),
                json.findText("error"));
    }
}
