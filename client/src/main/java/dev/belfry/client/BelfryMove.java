package dev.belfry.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The move of a shard to another database as the server showed it.
 *
 * @param from the database that it lived in
 * @param copied timers copied so far, some of them more than once
 * @param frozen how long it stood still when it was moved
 * @param reason why it failed, or how often it began anew
 */
public record BelfryMove(
        String group,
        int shard,
        String from,
        String to,
        Status status,
        long copied,
        Duration frozen,
        Optional<String> reason,
        Instant createdAt) {
    /** How it stands. */
    public enum Status {
        RUNNING,
        /** It lives in the other database; the rest is being removed from the first. */
        MOVED,
        DONE,
        CANCELLING,
        CANCELLED,
        /** It stays where it was. */
        FAILED
    }

    public boolean isOver() {
        return status == Status.DONE || status == Status.CANCELLED || status == Status.FAILED;
    }

    static List<BelfryMove> listOf(JsonObject json) {
        return json.list("moves", JsonObject.class).stream().map(BelfryMove::of).toList();
    }

    static BelfryMove of(JsonObject json) {
        return new BelfryMove(
                json.text("groupId"),
                json.number("shard").intValueExact(),
                json.text("from"),
                json.text("to"),
                Status.valueOf(json.text("status")),
                json.number("copied").longValueExact(),
                Duration.ofMillis(json.number("frozenMillis").longValueExact()),
                json.findText("reason"),
                json.instant("createdAt"));
    }
}
