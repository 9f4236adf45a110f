package dev.belfry.store.jdbc;

import dev.belfry.core.store.Pause;
import dev.belfry.core.timer.GroupId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The groups whose firing is stopped. */
final class PauseTable {
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

    private PauseTable() {}

    static List<Pause> all(Session session) throws SQLException {
        return list(session, ALL, _ -> {});
    }

    static void put(Session session, Pause pause) throws SQLException {
        session.change(
                PUT,
                parameters ->
                        parameters
                                .text(pause.group().value())
                                .instant(pause.since())
                                .text(pause.reason()));
    }

    static void remove(Session session, GroupId group) throws SQLException {
        var find = session.dialect().locked(FIND);
        if (!list(session, find, parameters -> parameters.text(group.value())).isEmpty()) {
            session.change(DELETE, parameters -> parameters.text(group.value()));
        }
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
