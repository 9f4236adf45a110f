package dev.belfry.store.jdbc.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.store.StoreException;
import dev.belfry.store.jdbc.Dialect.Fault;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OracleDialectTest {
    private final OracleDialect dialect = new OracleDialect();

    @ParameterizedTest(name = "ORA-{0} is {1}")
    @CsvSource({
        "1, CONTENDED",
        "54, CONTENDED",
        "60, CONTENDED",
        "30006, CONTENDED",
        "28, BROKEN",
        "1089, BROKEN",
        "3113, BROKEN",
        "16000, READ_ONLY",
        "17410, BROKEN",
        "1400, REFUSED",
        "12899, REFUSED",
        "1653, TRANSIENT",
        "4031, TRANSIENT"
    })
    void aFailureMeansWhatOracleSaysOfIt(int code, Fault fault) {
        assertThat(dialect.fault(new SQLException("", "99999", code))).isEqualTo(fault);
    }

    @Test
    void whatTheDriverCallsRecoverableEndsTheConnection() {
        assertThat(dialect.fault(new SQLRecoverableException("reset"))).isEqualTo(Fault.BROKEN);
    }

    @Test
    void onlyACommitThatWasRolledBackHasCertainlyFailed() {
        assertThat(dialect.refusesCommit(new SQLException("", "40000", 2091))).isTrue();
        assertThat(dialect.refusesCommit(new SQLException("", "08003", 3113))).isFalse();
        assertThat(dialect.refusesCommit(new SQLException("no answer"))).isFalse();
    }

    @Test
    void aDatabaseThatCanNotKeepPromisesIsRefusedWithARemedy() {
        refused(new OracleServer.Facts(12, "AL32UTF8", "PRIMARY", true), "19c or newer");
        refused(new OracleServer.Facts(19, "WE8MSWIN1252", "PRIMARY", true), "AL32UTF8");
        refused(new OracleServer.Facts(19, "AL32UTF8", "PHYSICAL STANDBY", true), "primary");
        assertThatCode(
                        () ->
                                OracleServer.weaknesses(
                                        new OracleServer.Facts(19, "AL32UTF8", "PRIMARY", false)))
                .doesNotThrowAnyException();
    }

    private static void refused(OracleServer.Facts facts, String remedy) {
        assertThatThrownBy(() -> OracleServer.weaknesses(facts))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining(remedy);
    }

    @Test
    void aUrlThatNoDriverTakesNamesTheFolderForDrivers() {
        assertThatThrownBy(() -> new OracleStoreProvider().open("jdbc:oracle:thick:x"))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("drivers");
    }
}
