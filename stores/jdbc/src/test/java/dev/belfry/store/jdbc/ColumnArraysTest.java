package dev.belfry.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnArraysTest {
    private static final Session.Bind HUNDRED_BYTES =
            parameters -> parameters.number(1).bytes(new byte[92]);

    @Test
    void rowsAreCutWhereTheirBytesReachTheLimit() throws SQLException {
        assertThat(rowsOf(Collections.nCopies(10, HUNDRED_BYTES), 300)).containsExactly(3, 3, 3, 1);
        assertThat(rowsOf(Collections.nCopies(10, HUNDRED_BYTES), 301)).containsExactly(4, 4, 2);
    }

    @Test
    void aRowLargerThanTheLimitGoesAlone() throws SQLException {
        assertThat(rowsOf(Collections.nCopies(3, HUNDRED_BYTES), 1)).containsExactly(1, 1, 1);
    }

    @Test
    void everyPartHasAllColumns() throws SQLException {
        assertThat(ColumnArrays.parts(Collections.nCopies(4, HUNDRED_BYTES), 200))
                .allSatisfy(part -> assertThat(part.columns()).hasSize(2));
    }

    private static List<Integer> rowsOf(List<Session.Bind> rows, long maxBytes)
            throws SQLException {
        return ColumnArrays.parts(rows, maxBytes).stream().map(ColumnArrays::rows).toList();
    }
}
