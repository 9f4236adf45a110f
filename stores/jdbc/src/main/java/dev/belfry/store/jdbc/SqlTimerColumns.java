package dev.belfry.store.jdbc;

import dev.belfry.core.schedule.RecurrenceText;
import dev.belfry.core.timer.AttemptLog;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerState;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * The columns of a timer in their one order: what is often read alone comes first, the payload
 * last, where a long one does not stand in the way of the others.
 */
final class SqlTimerColumns {
    /** After the shard's key. */
    static final String OF_TIMER =
            "fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url, timeout_ms,"
                    + " headers, retry_policy, correlation_id, digest, last_error, attempt_log,"
                    + " schedule, created_at, updated_at, payload";

    /** After those of the timer. */
    static final String OF_KEEPING = "state, settled_at, keep_until";

    /** The names in lists of them. */
    static List<String> names(String... lists) {
        return List.of(String.join(", ", lists).split(", ", -1));
    }

    private static final String DEFAULT_POLICY = RetryPolicy.DEFAULT.toText();
    private static final int REACHED = 1;
    private static final int FAILED = 2;
    private static final int CANCELLED = 3;

    private SqlTimerColumns() {}

    static void bind(Parameters parameters, Timer timer) throws SQLException {
        var spec = timer.spec();
        parameters
                .position(timer.position())
                .number(timer.generation().value())
                .number(timer.revision().value())
                .number(timer.attempts())
                .text(timer.key().id())
                .instant(spec.executeAt())
                .text(spec.target().url())
                .number(spec.target().timeout().toMillis())
                .textUnlessEmpty(spec.target().headersText())
                .text(spec.retryPolicy().toText())
                .text(spec.correlationId())
                .bytes(spec.digest().toBytes())
                .text(timer.lastError())
                .text(timer.attemptLog().toText())
                .text(spec.recurrence().map(RecurrenceText::format))
                .instant(timer.createdAt())
                .instant(timer.updatedAt())
                .bytes(spec.payload().bytes());
    }

    static void bindKeeping(Parameters parameters, KeptTimer kept) throws SQLException {
        parameters.number(number(kept.state())).instant(kept.settledAt()).instant(kept.keepUntil());
    }

    static Timer timer(Row row, GroupId group) throws SQLException {
        return timer(row, group, row.position());
    }

    /** The rest of a timer whose position has been read. */
    static Timer timer(Row row, GroupId group, Position position) throws SQLException {
        var generation = new Generation(row.number());
        var revision = new Revision(row.number());
        int attempts = row.integer();
        var id = row.text();
        var executeAt = row.instant();
        var target =
                CallbackTarget.fromText(
                        row.text(), Duration.ofMillis(row.number()), row.textOrEmpty());
        var retryPolicy = retryPolicy(row.text());
        var correlationId = row.optionalText();
        var digest = Digest.fromBytes(row.bytes());
        var lastError = row.optionalText();
        var attemptLog = AttemptLog.fromText(row.optionalText());
        var recurrence = row.optionalText().map(RecurrenceText::parse);
        var createdAt = row.instant();
        var updatedAt = row.instant();
        var payload = Payload.wrap(row.bytes());
        var spec =
                new TimerSpec(
                        executeAt, target, payload, retryPolicy, correlationId, recurrence, digest);
        return new Timer(
                TimerKey.stored(group, id, recurrence),
                position.uuid(),
                generation,
                revision,
                spec,
                position.fireAt(),
                attempts,
                lastError,
                attemptLog,
                createdAt,
                updatedAt);
    }

    static KeptTimer kept(Row row, GroupId group) throws SQLException {
        return new KeptTimer(timer(row, group), state(row.integer()), row.instant(), row.instant());
    }

    /** Most timers have the default policy: they share it, and it is not parsed again. */
    private static RetryPolicy retryPolicy(String text) {
        return text.equals(DEFAULT_POLICY) ? RetryPolicy.DEFAULT : RetryPolicy.fromText(text);
    }

    static int number(TimerState state) {
        return switch (state) {
            case SCHEDULED -> throw new IllegalArgumentException("a pending timer has no state");
            case REACHED -> REACHED;
            case FAILED -> FAILED;
            case CANCELLED -> CANCELLED;
        };
    }

    private static TimerState state(int number) {
        return switch (number) {
            case REACHED -> TimerState.REACHED;
            case FAILED -> TimerState.FAILED;
            case CANCELLED -> TimerState.CANCELLED;
            default -> throw new IllegalStateException("a kept timer has state " + number);
        };
    }
}
