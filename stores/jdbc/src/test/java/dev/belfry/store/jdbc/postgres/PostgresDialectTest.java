package dev.belfry.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.store.jdbc.Dialect.Fault;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of docs/decisions/0016-postgresql.md. */
class PostgresDialectTest {
    private final PostgresDialect dialect = new PostgresDialect();

    @ParameterizedTest(name = "{0}: {1}, commit refused: {2}")
    @CsvSource({
        "55P03, CONTENDED, true",
        "40P01, CONTENDED, true",
        "40001, CONTENDED, true",
        "08000, BROKEN, false",
        "08001, BROKEN, false",
        "08003, BROKEN, false",
        "08006, BROKEN, false",
        "25006, READ_ONLY, true",
        "25P03, BROKEN, false",
        "25P04, BROKEN, false",
        "57P01, BROKEN, false",
        "57P02, BROKEN, false",
        "57P03, BROKEN, false",
        "57P04, BROKEN, false",
        "57P05, BROKEN, false",
        "XX000, BROKEN, false",
        "XX001, BROKEN, false",
        "22021, REFUSED, true",
        "22P02, REFUSED, true",
        "23502, REFUSED, true",
        "23505, REFUSED, true",
        "54000, REFUSED, true",
        "25P02, TRANSIENT, true",
        "53100, TRANSIENT, true",
        "53200, TRANSIENT, true",
        "53300, TRANSIENT, true",
        "57014, TRANSIENT, true",
        "58030, TRANSIENT, false",
        "42P01, TRANSIENT, true",
        "42501, TRANSIENT, true",
        "0A000, TRANSIENT, true",
        "26000, TRANSIENT, true",
    })
    void everyStateSaysWhatTheCallerMayDo(String state, Fault fault, boolean refusesCommit) {
        var failure = new SQLException("tried", state);
        assertThat(dialect.fault(failure)).isEqualTo(fault);
        assertThat(dialect.refusesCommit(failure)).isEqualTo(refusesCommit);
    }

    @Test
    void aFailureOfTheDriverLeavesTheOutcomeOfACommitOpen() {
        var failure = new SQLException("tried");
        assertThat(dialect.fault(failure)).isEqualTo(Fault.TRANSIENT);
        assertThat(dialect.refusesCommit(failure)).isFalse();
    }
}
