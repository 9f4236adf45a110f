package dev.belfry.store.jdbc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.store.StoreException;
import dev.belfry.store.jdbc.Dialect.Fault;
import dev.belfry.store.jdbc.StatementsOf;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlServerDialectTest {
    private static final int MOST_PARAMETERS = 2_100;

    private final SqlServerDialect dialect = new SqlServerDialect();

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "1205, CONTENDED",
        "1222, CONTENDED",
        "2627, CONTENDED",
        "596, BROKEN",
        "3906, READ_ONLY",
        "515, REFUSED",
        "2628, REFUSED",
        "1105, TRANSIENT",
        "701, TRANSIENT"
    })
    void aFailureMeansWhatSqlServerSaysOfIt(int code, Fault fault) {
        assertThat(dialect.fault(new SQLException("", "S0001", code))).isEqualTo(fault);
    }

    @Test
    void aLostConnectionIsKnownByItsState() {
        assertThat(dialect.fault(new SQLException("reset", "08S01", 0))).isEqualTo(Fault.BROKEN);
    }

    @Test
    void onlyACommitOfNothingHasCertainlyFailed() {
        assertThat(dialect.refusesCommit(new SQLException("", "S0001", 3902))).isTrue();
        assertThat(dialect.refusesCommit(new SQLException("reset", "08S01", 0))).isFalse();
        assertThat(dialect.hadRolledBack(new SQLException("", "S0001", 3903))).isTrue();
    }

    @Test
    void noStatementHasMoreParametersThanTheServerTakes() {
        assertThat(StatementsOf.dialect(dialect))
                .allMatch(sql -> sql.chars().filter(c -> c == '?').count() < MOST_PARAMETERS);
    }

    @Test
    void aDatabaseThatCanNotKeepPromisesIsRefusedWithARemedy() {
        refused(new SqlServer.Facts(13, true, 0, "READ_WRITE", true), "2017");
        refused(new SqlServer.Facts(16, true, 0, "READ_ONLY", true), "primary");
        refused(new SqlServer.Facts(16, true, 2, "READ_WRITE", true), "DELAYED_DURABILITY");
        refused(new SqlServer.Facts(16, false, 0, "READ_WRITE", true), "READ_COMMITTED_SNAPSHOT");
        assertThatCode(
                        () ->
                                SqlServer.weaknesses(
                                        new SqlServer.Facts(16, true, 1, "READ_WRITE", false)))
                .doesNotThrowAnyException();
    }

    private static void refused(SqlServer.Facts facts, String remedy) {
        assertThatThrownBy(() -> SqlServer.weaknesses(facts))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining(remedy);
    }
}
