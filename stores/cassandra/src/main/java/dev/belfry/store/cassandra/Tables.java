package dev.belfry.store.cassandra;

import dev.belfry.core.timer.TimerState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The tables. What a column means is said here and nowhere else.
 *
 * <p>A shard is one partition of {@code shards}, so that a commit is one conditional batch. Its
 * rows, by {@code kind}:
 *
 * <ul>
 *   <li>0, the anchor: always there and always first. A condition on static columns makes the
 *       server look for the first living row of the partition; without an anchor it would wade
 *       through the tombstones of every timer that has fired.
 *   <li>1, by id: where the timer's own row lies ({@code row_kind}, {@code row_at}) and the numbers
 *       that tell its states apart. Never two for one timer, so an entry is never two things.
 *   <li>2, correlated: an empty row for each pending timer with a correlation id, by that id.
 *   <li>3 and 4, kept as reached or failed, by the instant of settling; with a time to live.
 *   <li>5, pending, by position.
 *   <li>6, kept and correlated: for each kept timer with a correlation id, by that id, where it
 *       lies ({@code row_kind}); it lives as long.
 *   <li>7, kept as cancelled, as 3 and 4.
 * </ul>
 *
 * <p>Groups and nodes are few and read together: each table has one partition, {@code 'all'}.
 * Records have one for each kind, with an empty id for the row that numbers their changes.
 *
 * <p>Instants are milliseconds of the epoch. Uuids are blobs, which compare as unsigned bytes; the
 * type {@code uuid} orders by version first.
 */
final class Tables {
    /** Raised with every change of the tables that nodes of before can not live with. */
    static final int VERSION = 1;

    static final byte ANCHOR = 0;
    static final byte BY_ID = 1;
    static final byte CORRELATED = 2;
    static final byte REACHED = 3;
    static final byte FAILED = 4;
    static final byte PENDING = 5;
    static final byte KEPT_CORRELATED = 6;
    static final byte CANCELLED = 7;

    private static final String SETTINGS =
            """
            CREATE TABLE IF NOT EXISTS {keyspace}.settings (
                name text PRIMARY KEY,
                value text
            ) WITH ID = '{id}'
            """;

    private static final String GROUPS =
            """
            CREATE TABLE IF NOT EXISTS {keyspace}.groups (
                scope text,
                group_id text,
                shard_count int,
                PRIMARY KEY ((scope), group_id)
            ) WITH ID = '{id}'
            """;

    private static final String RECORDS =
            """
            CREATE TABLE IF NOT EXISTS {keyspace}.records (
                kind text,
                record_id text,
                revision bigint,
                body text,
                PRIMARY KEY ((kind), record_id)
            ) WITH ID = '{id}'
            """;

    private static final String NODES =
            """
            CREATE TABLE IF NOT EXISTS {keyspace}.nodes (
                scope text,
                node_id text,
                life bigint,
                address text,
                group_ids text,
                weight int,
                placement_version int,
                software text,
                protocol int,
                beat bigint,
                clock bigint,
                PRIMARY KEY ((scope), node_id)
            ) WITH ID = '{id}'
            """;

    private static final String SHARDS =
            """
            CREATE TABLE IF NOT EXISTS {keyspace}.shards (
                group_id text,
                shard int,
                version bigint STATIC,
                claim_token bigint STATIC,
                sequence bigint STATIC,
                mark bigint STATIC,
                owner_node text STATIC,
                owner_life bigint STATIC,
                handed_over text STATIC,
                handed_over_version bigint STATIC,
                kind tinyint,
                correlation text,
                at bigint,
                uuid blob,
                row_kind tinyint,
                row_at bigint,
                generation bigint,
                revision bigint,
                attempts int,
                timer_id text,
                execute_at bigint,
                fire_at bigint,
                url text,
                timeout_ms bigint,
                headers text,
                retry_policy text,
                correlation_id text,
                digest blob,
                last_error text,
                attempt_log text,
                schedule text,
                created_at bigint,
                updated_at bigint,
                keep_until bigint,
                payload blob,
                PRIMARY KEY ((group_id, shard), kind, correlation, at, uuid)
            ) WITH ID = '{id}'
                AND compaction = {'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'L4'}
            """;

    /**
     * Columns that tables did not have from the first; nobody minds when they are there already.
     */
    static final Set<String> ADDED_COLUMNS =
            Set.of("software", "protocol", "schedule", "attempt_log");

    private static final List<String> ADDED =
            List.of(
                    """
                    ALTER TABLE {keyspace}.nodes ADD IF NOT EXISTS (software text, protocol int)
                    """,
                    """
                    ALTER TABLE {keyspace}.shards ADD IF NOT EXISTS (schedule text, attempt_log text)
                    """);

    /** Fail where the columns that were added are not known. */
    private static final List<String> LOOKS =
            List.of(
                    """
                    SELECT software, protocol FROM {keyspace}.nodes LIMIT 1
                    """,
                    """
                    SELECT schedule, attempt_log FROM {keyspace}.shards LIMIT 1
                    """);

    /** In the order of creation: the table with the schema's version is the last. */
    private static final List<Table> ORDER =
            List.of(
                    new Table("shards", SHARDS),
                    new Table("groups", GROUPS),
                    new Table("records", RECORDS),
                    new Table("nodes", NODES),
                    new Table("settings", SETTINGS));

    private Tables() {}

    /** The kind of the own rows of kept timers. */
    static byte kindOf(TimerState state) {
        return switch (state) {
            case SCHEDULED -> throw new IllegalArgumentException("a pending timer is not kept");
            case REACHED -> REACHED;
            case FAILED -> FAILED;
            case CANCELLED -> CANCELLED;
        };
    }

    static TimerState stateOf(byte kind) {
        return switch (kind) {
            case REACHED -> TimerState.REACHED;
            case FAILED -> TimerState.FAILED;
            case CANCELLED -> TimerState.CANCELLED;
            default -> throw new IllegalStateException("a kept timer has the kind " + kind);
        };
    }

    /** A table and the statement that makes it. */
    record Table(String name, String definition) {
        /**
         * The statement for a keyspace. The id follows from the name: when two nodes create a table
         * at the same time, a server draws one id for each otherwise, and the data of one is lost.
         */
        String createIn(String keyspace) {
            var seed = "belfry/%s/%s".formatted(keyspace, name);
            var id = UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8));
            return definition.replace("{keyspace}", keyspace).replace("{id}", id.toString());
        }
    }

    static List<Table> all() {
        return ORDER;
    }

    /** What brings tables of before to what they are now. */
    static List<String> additions(String keyspace) {
        return ADDED.stream().map(it -> it.replace("{keyspace}", keyspace)).toList();
    }

    /** Statements that a server answers when it knows all tables as they are now. */
    static List<String> looks(String keyspace) {
        return Stream.concat(
                        ORDER.stream()
                                .map(
                                        it ->
                                                "SELECT * FROM {keyspace}.%s LIMIT 1"
                                                        .formatted(it.name())),
                        LOOKS.stream())
                .map(it -> it.replace("{keyspace}", keyspace))
                .toList();
    }
}
