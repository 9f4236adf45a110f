package dev.belfry.node.shard;

import dev.belfry.core.timer.AttemptLog;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import java.time.Instant;
import java.util.Optional;

/** Rows for tests. */
public final class Rows {
    public static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

    private Rows() {}

    static Timer row(String id, Instant fireAt) {
        return row(id, fireAt, "null");
    }

    static Timer row(String id, Instant fireAt, String payload) {
        var key = TimerKey.of("default", id);
        return new Timer(
                key,
                TimerUuid.of(key),
                new Generation(1),
                new Revision(1),
                spec(fireAt, payload),
                fireAt,
                0,
                Optional.empty(),
                AttemptLog.NONE,
                NOON,
                NOON);
    }

    static Timer row(String id) {
        return row(id, NOON);
    }

    static TimerSpec spec(Instant executeAt, String payload) {
        return new TimerSpec(
                executeAt,
                CallbackTarget.of("http://receiver/callback"),
                Payload.of(payload),
                RetryPolicy.DEFAULT,
                Optional.empty(),
                new Digest(1, 1));
    }
}
