package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.belfry.core.store.GroupPauses;
import dev.belfry.core.store.Pause;
import dev.belfry.core.timer.GroupId;
import java.util.List;
import java.util.Optional;

/** The pauses in force. Immutable. */
final class CassandraPauses implements GroupPauses {
    private static final String INSERT =
            """
            INSERT INTO pauses (scope, group_id, since, reason)
            VALUES ('all', :group_id, :since, :reason)
            IF NOT EXISTS
            """;

    private static final String REPLACE =
            """
            UPDATE pauses SET since = :since, reason = :reason
            WHERE scope = 'all' AND group_id = :group_id
            IF EXISTS
            """;

    private static final String DELETE =
            """
            DELETE FROM pauses
            WHERE scope = 'all' AND group_id = :group_id
            IF EXISTS
            """;

    private static final String ALL =
            """
            SELECT group_id, since, reason FROM pauses WHERE scope = 'all'
            """;

    private final Cql cql;

    CassandraPauses(Cql cql) {
        this.cql = cql;
    }

    @Override
    public void pause(Pause pause) {
        cql.putEither(bind(REPLACE, pause), bind(INSERT, pause));
    }

    @Override
    public void resume(GroupId group) {
        cql.write(cql.statement(DELETE).setString("group_id", group.value()).build());
    }

    @Override
    public List<Pause> inForce() {
        return cql.read(cql.statement(ALL).build()).stream().map(CassandraPauses::pause).toList();
    }

    private BoundStatement bind(String text, Pause pause) {
        return cql.statement(text)
                .setString("group_id", pause.group().value())
                .setLong("since", pause.since().toEpochMilli())
                .setString("reason", pause.reason().orElse(null))
                .build();
    }

    private static Pause pause(Row row) {
        return new Pause(
                new GroupId(CassandraTimerColumns.text(row, "group_id")),
                CassandraTimerColumns.instant(row, "since"),
                Optional.ofNullable(row.getString("reason")));
    }
}
