package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.belfry.core.store.RecordChange;
import dev.belfry.core.store.RecordKey;
import dev.belfry.core.store.RecordKind;
import dev.belfry.core.store.RecordResult;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.store.StoredRecords;
import java.util.List;
import java.util.Optional;

/**
 * The records. A kind is one partition, so that a change and the number of it are one conditional
 * batch. If the number is still the one that was read first, then so is the record. Immutable.
 */
final class CassandraRecords implements StoredRecords {
    private static final String FIND =
            """
            SELECT record_id, revision, body FROM records
            WHERE kind = :kind AND record_id = :record_id
            """;

    private static final String PAGE =
            """
            SELECT record_id, revision, body FROM records
            WHERE kind = :kind AND record_id > :record_id
            LIMIT :most
            """;

    private static final String RAISE =
            """
            UPDATE records SET revision = :revision
            WHERE kind = :kind AND record_id = ''
            IF revision = :expected
            """;

    private static final String WRITE =
            """
            UPDATE records SET revision = :revision, body = :body
            WHERE kind = :kind AND record_id = :record_id
            """;

    private static final String DELETE =
            """
            DELETE FROM records
            WHERE kind = :kind AND record_id = :record_id
            """;

    /** The row that has the number of a kind's last change; no record is called so. */
    private static final String NUMBER = "";

    /** Others of the same kind that come in between so often are no accident. */
    private static final int TURNS = 100;

    private final Cql cql;

    CassandraRecords(Cql cql) {
        this.cql = cql;
    }

    @Override
    public Optional<StoredRecord> find(RecordKey key) {
        return read(key.kind(), key.id()).map(row -> record(key.kind(), row));
    }

    @Override
    public List<StoredRecord> list(RecordKind kind, String afterId, int limit) {
        var page = named(PAGE, kind, afterId).setInt("most", limit).build();
        return cql.read(page).stream().map(row -> record(kind, row)).toList();
    }

    @Override
    public long latest(RecordKind kind) {
        return read(kind, NUMBER).map(CassandraRecords::revision).orElse(StoredRecord.ABSENT);
    }

    @Override
    public RecordResult apply(RecordChange change) {
        for (int turn = 0; turn < TURNS; turn++) {
            long latest = latest(change.key().kind());
            var present = find(change.key());
            if (!change.isOf(present)) {
                return new RecordResult.Conflict(present);
            }
            if (isApplied(change, latest)) {
                return new RecordResult.Changed(latest + 1);
            }
        }
        throw new StoreException.Unavailable(
                "others write records of kind %s all the time".formatted(change.key().kind()));
    }

    private boolean isApplied(RecordChange change, long latest) {
        var batch =
                BatchStatement.newInstance(
                        BatchType.UNLOGGED,
                        raise(change.key().kind(), latest),
                        statement(change, latest + 1));
        return cql.write(batch).wasApplied();
    }

    /** A row that is not there has no revision. */
    private BoundStatement raise(RecordKind kind, long latest) {
        var raise =
                cql.statement(RAISE).setString("kind", kind.name()).setLong("revision", latest + 1);
        return latest == StoredRecord.ABSENT
                ? raise.setToNull("expected").build()
                : raise.setLong("expected", latest).build();
    }

    private BoundStatement statement(RecordChange change, long revision) {
        var key = change.key();
        return switch (change) {
            case RecordChange.Write write ->
                    named(WRITE, key.kind(), key.id())
                            .setLong("revision", revision)
                            .setString("body", write.text())
                            .build();
            case RecordChange.Removal _ -> named(DELETE, key.kind(), key.id()).build();
        };
    }

    private Optional<Row> read(RecordKind kind, String id) {
        return cql.readSerially(named(FIND, kind, id).build()).stream().findFirst();
    }

    private BoundStatementBuilder named(String text, RecordKind kind, String id) {
        return cql.statement(text).setString("kind", kind.name()).setString("record_id", id);
    }

    private static long revision(Row row) {
        return row.getLong("revision");
    }

    private static StoredRecord record(RecordKind kind, Row row) {
        return new StoredRecord(
                kind.key(CassandraTimerColumns.text(row, "record_id")),
                revision(row),
                CassandraTimerColumns.text(row, "body"));
    }
}
