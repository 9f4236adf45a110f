package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.belfry.core.schedule.RecurrenceText;
import dev.belfry.core.timer.AttemptLog;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The columns of a timer's own row, in the shapes that the driver knows. */
final class CassandraTimerColumns {
    /** All of a timer's own row, pending or kept. */
    static final String ALL =
            "kind, at, uuid, generation, revision, attempts, timer_id, execute_at, fire_at, url,"
                    + " timeout_ms, headers, retry_policy, correlation_id, digest, last_error, attempt_log,"
                    + " schedule, created_at, updated_at, keep_until, payload";

    private static final String DEFAULT_POLICY = RetryPolicy.DEFAULT.toText();

    private CassandraTimerColumns() {}

    /**
     * Binds what a timer holds beside its place. A column without a value is left alone, and so
     * costs nothing, unless an older row may stand in the same place.
     */
    static BoundStatementBuilder bind(
            BoundStatementBuilder statement, Timer timer, boolean inPlace) {
        var spec = timer.spec();
        var row =
                statement
                        .setLong("generation", timer.generation().value())
                        .setLong("revision", timer.revision().value())
                        .setInt("attempts", timer.attempts())
                        .setString("timer_id", timer.key().id())
                        .setLong("execute_at", spec.executeAt().toEpochMilli())
                        .setLong("fire_at", timer.fireAt().toEpochMilli())
                        .setString("url", spec.target().url())
                        .setLong("timeout_ms", spec.target().timeout().toMillis())
                        .setString("retry_policy", spec.retryPolicy().toText())
                        .setByteBuffer("digest", ByteBuffer.wrap(spec.digest().toBytes()))
                        .setLong("created_at", timer.createdAt().toEpochMilli())
                        .setLong("updated_at", timer.updatedAt().toEpochMilli())
                        .setByteBuffer("payload", ByteBuffer.wrap(spec.payload().bytes()));
        var headers = Optional.of(spec.target().headersText()).filter(h -> !h.isEmpty());
        row = bind(row, "headers", headers, inPlace);
        row = bind(row, "correlation_id", spec.correlationId(), inPlace);
        row = bind(row, "last_error", timer.lastError(), inPlace);
        row = bind(row, "attempt_log", timer.attemptLog().toText(), inPlace);
        return bind(row, "schedule", spec.recurrence().map(RecurrenceText::format), inPlace);
    }

    private static BoundStatementBuilder bind(
            BoundStatementBuilder row, String column, Optional<String> text, boolean inPlace) {
        if (text.isPresent()) {
            return row.setString(column, text.get());
        }
        return inPlace ? row.setToNull(column) : row;
    }

    static Entry entry(Row row, GroupId group) {
        return row.getByte("kind") == Tables.PENDING
                ? new Entry.Pending(timer(row, group))
                : new Entry.Kept(kept(row, group));
    }

    static Timer timer(Row row, GroupId group) {
        var spec = spec(row);
        return new Timer(
                TimerKey.stored(group, text(row, "timer_id"), spec.recurrence()),
                Positions.uuid(row),
                new Generation(row.getLong("generation")),
                new Revision(row.getLong("revision")),
                spec,
                instant(row, "fire_at"),
                row.getInt("attempts"),
                Optional.ofNullable(row.getString("last_error")),
                AttemptLog.fromText(Optional.ofNullable(row.getString("attempt_log"))),
                instant(row, "created_at"),
                instant(row, "updated_at"));
    }

    static KeptTimer kept(Row row, GroupId group) {
        return new KeptTimer(
                timer(row, group),
                Tables.stateOf(row.getByte("kind")),
                instant(row, "at"),
                instant(row, "keep_until"));
    }

    private static TimerSpec spec(Row row) {
        return new TimerSpec(
                instant(row, "execute_at"),
                CallbackTarget.fromText(
                        text(row, "url"),
                        Duration.ofMillis(row.getLong("timeout_ms")),
                        Objects.requireNonNullElse(row.getString("headers"), "")),
                Payload.wrap(bytes(row.getByteBuffer("payload"))),
                retryPolicy(text(row, "retry_policy")),
                Optional.ofNullable(row.getString("correlation_id")),
                Optional.ofNullable(row.getString("schedule")).map(RecurrenceText::parse),
                Digest.fromBytes(bytes(row.getByteBuffer("digest"))));
    }

    /** Most timers have the default policy: they share it, and it is not parsed again. */
    private static RetryPolicy retryPolicy(String text) {
        return text.equals(DEFAULT_POLICY) ? RetryPolicy.DEFAULT : RetryPolicy.fromText(text);
    }

    static Instant instant(Row row, String column) {
        return Instant.ofEpochMilli(row.getLong(column));
    }

    static String text(Row row, String column) {
        var text = row.getString(column);
        if (text == null) {
            throw new IllegalStateException("a row without " + column);
        }
        return text;
    }

    static byte[] bytes(@Nullable ByteBuffer buffer) {
        if (buffer == null) {
            return new byte[0];
        }
        var bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
