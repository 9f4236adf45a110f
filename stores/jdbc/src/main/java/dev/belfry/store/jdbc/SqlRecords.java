package dev.belfry.store.jdbc;

import dev.belfry.core.store.RecordChange;
import dev.belfry.core.store.RecordKey;
import dev.belfry.core.store.RecordKind;
import dev.belfry.core.store.RecordResult;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.store.StoredRecords;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The records. Whoever changes one locks the row of its kind first: changes of a kind come one
 * after the other, and never wait for each other in a circle. Immutable.
 */
final class SqlRecords implements StoredRecords {
    static final String FIND =
            """
            SELECT record_id, revision, body FROM records WHERE kind = ? AND record_id = ?
            """;

    static final String LATEST =
            """
            SELECT latest FROM record_kinds WHERE kind = ?
            """;

    static final RowChange INSERT_KIND =
            new RowChange.Insert("record_kinds", List.of("latest", "kind"));

    static final RowChange RAISE =
            new RowChange.Update("record_kinds", List.of("latest"), List.of("kind"));

    static final RowChange INSERT =
            new RowChange.Insert("records", List.of("revision", "body", "kind", "record_id"));

    static final RowChange UPDATE =
            new RowChange.Update(
                    "records", List.of("revision", "body"), List.of("kind", "record_id"));

    static final RowChange DELETE = new RowChange.Delete("records", List.of("kind", "record_id"));

    /** Before every id; empty text is none to some databases, and nothing comes after that. */
    private static final String FIRST = " ";

    private final Transactions transactions;
    private final String page;
    private final String lockKind;
    private final String lock;

    SqlRecords(Transactions transactions, Dialect dialect) {
        this.transactions = transactions;
        this.page = page(dialect);
        this.lockKind = dialect.locked(LATEST);
        this.lock = dialect.locked(FIND);
    }

    static String page(Dialect dialect) {
        return """
        SELECT record_id, revision, body FROM records
        WHERE kind = ? AND record_id > ?
        ORDER BY record_id
        %s
        """
                .formatted(dialect.limit());
    }

    @Override
    public Optional<StoredRecord> find(RecordKey key) {
        return transactions.read(session -> find(session, FIND, key));
    }

    @Override
    public List<StoredRecord> list(RecordKind kind, String afterId, int limit) {
        return transactions.read(
                session ->
                        session.list(
                                page,
                                parameters ->
                                        parameters
                                                .text(kind.name())
                                                .text(afterId.isEmpty() ? FIRST : afterId)
                                                .number(limit),
                                row -> record(kind, row)));
    }

    @Override
    public RecordResult apply(RecordChange change) {
        return transactions.write(session -> apply(session, change));
    }

    private RecordResult apply(Session session, RecordChange change) throws SQLException {
        var latest = lockKind(session, change.key().kind());
        var present = find(session, lock, change.key());
        if (!change.isOf(present)) {
            return new RecordResult.Conflict(present);
        }
        long revision = latest.orElse(0L) + 1;
        session.change(
                latest.isPresent() ? RAISE : INSERT_KIND,
                parameters -> parameters.number(revision).text(change.key().kind().name()));
        write(session, change, revision);
        return new RecordResult.Changed(revision);
    }

    /** Whoever writes the first record of a kind does so alone. */
    private Optional<Long> lockKind(Session session, RecordKind kind) throws SQLException {
        var latest = latest(session, lockKind, kind);
        var lockAll = session.dialect().lockGroups();
        if (latest.isPresent() || lockAll.isEmpty()) {
            return latest;
        }
        session.run(lockAll.get());
        return latest(session, lockKind, kind);
    }

    private static void write(Session session, RecordChange change, long revision)
            throws SQLException {
        switch (change) {
            case RecordChange.Write write ->
                    session.change(
                            write.expected() == StoredRecord.ABSENT ? INSERT : UPDATE,
                            parameters ->
                                    bind(
                                            parameters.number(revision).text(write.text()),
                                            write.key()));
            case RecordChange.Removal removal ->
                    session.change(DELETE, parameters -> bind(parameters, removal.key()));
        }
    }

    @Override
    public long latest(RecordKind kind) {
        return transactions.read(session -> latest(session, LATEST, kind)).orElse(0L);
    }

    private static Optional<Long> latest(Session session, String query, RecordKind kind)
            throws SQLException {
        return session.first(query, parameters -> parameters.text(kind.name()), Row::number);
    }

    private static Optional<StoredRecord> find(Session session, String query, RecordKey key)
            throws SQLException {
        return session.first(
                query, parameters -> bind(parameters, key), row -> record(key.kind(), row));
    }

    private static void bind(Parameters parameters, RecordKey key) throws SQLException {
        parameters.text(key.kind().name()).text(key.id());
    }

    private static StoredRecord record(RecordKind kind, Row row) throws SQLException {
        return new StoredRecord(kind.key(row.text()), row.number(), row.text());
    }
}
