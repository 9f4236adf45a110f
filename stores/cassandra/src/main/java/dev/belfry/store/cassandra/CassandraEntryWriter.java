package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import dev.belfry.core.mutation.Decision;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerUuid;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The statements that lead from one entry to the next, for a conditional batch. Confined to a
 * commit.
 *
 * <p>In one batch everything happens at the same instant, and a delete beats an insert. So a place
 * is either deleted or written, never both: what stays where it is is written over, whole.
 */
final class CassandraEntryWriter {
    /** The server knows no longer ones; some of its versions end in 2038. */
    static final Duration LONGEST_LIFE = Duration.ofDays(3_650);

    /** As a time to live: none. */
    private static final int NO_END = 0;

    private static final String INSERT_BY_ID =
            """
            INSERT INTO shards (group_id, shard, kind, correlation, at, uuid,
                row_kind, row_at, generation, revision, attempts)
            VALUES (:group_id, :shard, 1, '', 0, :uuid,
                :row_kind, :row_at, :generation, :revision, :attempts)
            USING TTL :ttl
            """;

    private static final String INSERT_CORRELATED =
            """
            INSERT INTO shards (group_id, shard, kind, correlation, at, uuid)
            VALUES (:group_id, :shard, 2, :correlation, :at, :uuid)
            """;

    private static final String INSERT_KEPT_CORRELATED =
            """
            INSERT INTO shards (group_id, shard, kind, correlation, at, uuid, row_kind)
            VALUES (:group_id, :shard, 6, :correlation, :at, :uuid, :row_kind)
            USING TTL :ttl
            """;

    private static final String INSERT_TIMER =
            """
            INSERT INTO shards (group_id, shard, kind, correlation, at, uuid,
                generation, revision, attempts, timer_id, execute_at, fire_at, url, timeout_ms,
                headers, retry_policy, correlation_id, digest, last_error, attempt_log, schedule,
                created_at, updated_at, keep_until, payload)
            VALUES (:group_id, :shard, :kind, '', :at, :uuid,
                :generation, :revision, :attempts, :timer_id, :execute_at, :fire_at, :url,
                :timeout_ms, :headers, :retry_policy, :correlation_id, :digest, :last_error,
                :attempt_log, :schedule, :created_at, :updated_at, :keep_until, :payload)
            USING TTL :ttl
            """;

    private static final String DELETE =
            """
            DELETE FROM shards
            WHERE group_id = :group_id AND shard = :shard
                AND kind = :kind AND correlation = :correlation AND at = :at AND uuid = :uuid
            """;

    private final Cql cql;
    private final ShardId shard;
    private final List<BatchableStatement<?>> statements = new ArrayList<>();

    CassandraEntryWriter(Cql cql, ShardId shard) {
        this.cql = cql;
        this.shard = shard;
    }

    List<BatchableStatement<?>> statements() {
        return statements;
    }

    void add(TimerUuid uuid, Decision decision) {
        var before = places(uuid, decision.before());
        var after = places(uuid, decision.after());
        before.stream()
                .filter(place -> !after.contains(place))
                .forEach(place -> statements.add(delete(place)));
        after.forEach(place -> write(place, decision.after(), before.contains(place)));
    }

    private void write(Place place, Entry entry, boolean inPlace) {
        boolean sameAnyway = inPlace && place.kind() == Tables.CORRELATED;
        if (!sameAnyway) {
            statements.add(insert(place, entry, inPlace));
        }
    }

    /** The clustering key of a row. */
    private record Place(byte kind, String correlation, long at, TimerUuid uuid) {}

    /** Where the rows of an entry lie; what they hold follows from the entry as well. */
    private static Set<Place> places(TimerUuid uuid, Entry entry) {
        var places = new LinkedHashSet<Place>();
        switch (entry) {
            case Entry.Absent() -> {}
            case Entry.Pending(var timer) -> {
                long at = timer.fireAt().toEpochMilli();
                places.add(new Place(Tables.BY_ID, "", 0, uuid));
                places.add(new Place(Tables.PENDING, "", at, uuid));
                timer.spec()
                        .correlationId()
                        .map(id -> new Place(Tables.CORRELATED, id, at, uuid))
                        .ifPresent(places::add);
            }
            case Entry.Kept(var kept) -> {
                places.add(new Place(Tables.BY_ID, "", 0, uuid));
                long at = kept.settledAt().toEpochMilli();
                places.add(new Place(Tables.kindOf(kept.state()), "", at, uuid));
                kept.timer()
                        .spec()
                        .correlationId()
                        .map(id -> new Place(Tables.KEPT_CORRELATED, id, at, uuid))
                        .ifPresent(places::add);
            }
        }
        return places;
    }

    private BoundStatement insert(Place place, Entry entry, boolean inPlace) {
        if (place.kind() == Tables.CORRELATED) {
            return bind(INSERT_CORRELATED, place)
                    .setString("correlation", place.correlation())
                    .setLong("at", place.at())
                    .build();
        }
        return switch (entry) {
            case Entry.Absent() -> throw new IllegalStateException("nothing has no rows");
            case Entry.Pending(var timer) ->
                    place.kind() == Tables.BY_ID
                            ? byId(place, timer, Tables.PENDING, timer.fireAt(), NO_END)
                            : timer(place, timer, inPlace, NO_END).build();
            case Entry.Kept(var kept) -> kept(place, kept, inPlace);
        };
    }

    private BoundStatement kept(Place place, KeptTimer kept, boolean inPlace) {
        int secondsToLive = secondsToLive(kept);
        byte kind = Tables.kindOf(kept.state());
        return switch (place.kind()) {
            case Tables.BY_ID -> byId(place, kept.timer(), kind, kept.settledAt(), secondsToLive);
            case Tables.KEPT_CORRELATED ->
                    bind(INSERT_KEPT_CORRELATED, place)
                            .setString("correlation", place.correlation())
                            .setLong("at", place.at())
                            .setByte("row_kind", kind)
                            .setInt("ttl", secondsToLive)
                            .build();
            default ->
                    timer(place, kept.timer(), inPlace, secondsToLive)
                            .setLong("keep_until", kept.keepUntil().toEpochMilli())
                            .build();
        };
    }

    private BoundStatement byId(
            Place place, Timer timer, byte kind, Instant at, int secondsToLive) {
        return bind(INSERT_BY_ID, place)
                .setByte("row_kind", kind)
                .setLong("row_at", at.toEpochMilli())
                .setLong("generation", timer.generation().value())
                .setLong("revision", timer.revision().value())
                .setInt("attempts", timer.attempts())
                .setInt("ttl", secondsToLive)
                .build();
    }

    private BoundStatementBuilder timer(
            Place place, Timer timer, boolean inPlace, int secondsToLive) {
        var row =
                bind(INSERT_TIMER, place)
                        .setByte("kind", place.kind())
                        .setLong("at", place.at())
                        .setInt("ttl", secondsToLive);
        return CassandraTimerColumns.bind(row, timer, inPlace);
    }

    private BoundStatement delete(Place place) {
        return bind(DELETE, place)
                .setByte("kind", place.kind())
                .setString("correlation", place.correlation())
                .setLong("at", place.at())
                .build();
    }

    private BoundStatementBuilder bind(String text, Place place) {
        return CassandraShards.bind(cql.statement(text), shard)
                .setByteBuffer("uuid", Positions.uuid(place.uuid()));
    }

    /**
     * Counted by the server from the write on; both rows of an entry get about the same. One that
     * is copied from another database has a part of its time behind it.
     */
    private static int secondsToLive(KeptTimer kept) {
        long whole = Duration.between(kept.settledAt(), kept.keepUntil()).toSeconds();
        long left = Duration.between(Instant.now(), kept.keepUntil()).toSeconds();
        return (int) Math.clamp(Math.min(whole, left + 1), 1, LONGEST_LIFE.toSeconds());
    }
}
