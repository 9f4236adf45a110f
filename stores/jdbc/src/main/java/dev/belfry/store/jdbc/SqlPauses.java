package dev.belfry.store.jdbc;

import dev.belfry.core.store.GroupPauses;
import dev.belfry.core.store.Pause;
import dev.belfry.core.timer.GroupId;
import java.sql.SQLException;
import java.util.List;

/** The groups whose firing is stopped. Immutable. */
final class SqlPauses implements GroupPauses {
    static final String ALL =
            """
            SELECT group_id, since, reason FROM pauses ORDER BY group_id
            """;

    static final String FIND =
            """
            SELECT group_id, since, reason FROM pauses WHERE group_id = ?
            """;

    static final RowChange PUT =
            new RowChange.Replace(
                    "pauses", List.of("group_id", "since", "reason"), List.of("group_id"));

    static final RowChange DELETE = new RowChange.Delete("pauses", List.of("group_id"));

    private final Transactions transactions;

    SqlPauses(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public void pause(Pause pause) {
        transactions.change(
                session ->
                        session.change(
                                PUT,
                                parameters ->
                                        parameters
                                                .text(pause.group().value())
                                                .instant(pause.since())
                                                .text(pause.reason())));
    }

    @Override
    public void resume(GroupId group) {
        transactions.change(session -> remove(session, group));
    }

    private static void remove(Session session, GroupId group) throws SQLException {
        var find = session.dialect().locked(FIND);
        var pause =
                session.first(find, parameters -> parameters.text(group.value()), SqlPauses::of);
        if (pause.isPresent()) {
            session.change(DELETE, parameters -> parameters.text(group.value()));
        }
    }

    @Override
    public List<Pause> inForce() {
        return transactions.read(session -> session.list(ALL, _ -> {}, SqlPauses::of));
    }

    private static Pause of(Row row) throws SQLException {
        return new Pause(new GroupId(row.text()), row.instant(), row.optionalText());
    }
}
