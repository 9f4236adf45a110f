package dev.belfry.store.jdbc;

import dev.belfry.core.store.GroupPauses;
import dev.belfry.core.store.Pause;
import dev.belfry.core.timer.GroupId;
import java.sql.SQLException;
import java.util.ArrayList;
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
        if (!list(session, find, parameters -> parameters.text(group.value())).isEmpty()) {
            session.change(DELETE, parameters -> parameters.text(group.value()));
        }
    }

    @Override
    public List<Pause> inForce() {
        return transactions.read(session -> list(session, ALL, _ -> {}));
    }

    private static List<Pause> list(Session session, String sql, Session.BindAll bind)
            throws SQLException {
        var pauses = new ArrayList<Pause>();
        session.query(
                sql,
                bind,
                row ->
                        pauses.add(
                                new Pause(
                                        new GroupId(row.text()),
                                        row.instant(),
                                        row.optionalText())));
        return pauses;
    }
}
