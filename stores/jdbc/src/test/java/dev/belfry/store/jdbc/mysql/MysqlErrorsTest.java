package dev.belfry.store.jdbc.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.store.jdbc.Dialect.Fault;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mariadb.jdbc.export.MaxAllowedPacketException;

class MysqlErrorsTest {
    @ParameterizedTest
    @CsvSource({
        "1205, HY000, CONTENDED", "1213, 40001, CONTENDED", "9007, HY000, CONTENDED",
        "1290, HY000, READ_ONLY", "1836, HY000, READ_ONLY", "1927, 70100, BROKEN",
        "4031, HY000, BROKEN", "1047, 08S01, BROKEN", "2013, HY000, BROKEN",
        "1062, 23000, REFUSED", "1406, 22001, REFUSED", "1153, 08S01, REFUSED",
        "1114, HY000, TRANSIENT", "1021, HY000, TRANSIENT", "3024, HY000, TRANSIENT",
        "1969, 70100, TRANSIENT", "9005, HY000, TRANSIENT"
    })
    void aNumberSaysWhatTheCallerMayDo(int number, String state, Fault fault) {
        assertThat(MysqlErrors.fault(new SQLException("failed", state, number))).isEqualTo(fault);
    }

    @ParameterizedTest
    @CsvSource({
        "1213, 40001, true", "1205, HY000, true", "3101, HY000, true", "9007, HY000, true",
        "1180, HY000, false", "1927, 70100, false", "4031, HY000, false", "2013, 08S01, false",
        "1053, 08S01, false", "1026, HY000, false"
    })
    void aCommitIsCertainToHaveFailedOnlyIfTheServerSaysSo(
            int number, String state, boolean refused) {
        assertThat(MysqlErrors.refusesCommit(new SQLException("failed", state, number)))
                .isEqualTo(refused);
    }

    @Test
    void whatTheDriverDoesNotSendForItsSizeIsRefused() {
        var tooLarge = new MaxAllowedPacketException("packet size too large", false);
        assertThat(MysqlErrors.fault(new SQLException("failed", "08000", 0, tooLarge)))
                .isEqualTo(Fault.REFUSED);
    }

    @Test
    void aFailureOfTheDriverItselfMayPass() {
        assertThat(MysqlErrors.fault(new SQLException("failed"))).isEqualTo(Fault.TRANSIENT);
    }
}
