package dev.belfry.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.contract.MembershipContract;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import java.sql.SQLException;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which nodes have sessions is known to the others. */
@Tag("contract")
class PostgresLifeLockTest {
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

    private final PostgresSchema schema = PostgresSchema.SHARED.fresh();
    private final TimerStore anna = schema.open();
    private final TimerStore bert = schema.open();

    @AfterEach
    void close() {
        anna.close();
        bert.close();
    }

    private boolean isEvicted(long beat) {
        return bert.nodes().evictDisconnected(MembershipContract.ANNA.beating(beat, NOON));
    }

    /** A server notices the end of a session a moment later. */
    private void awaitEnd() {
        while (!isEvicted(2)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aNodeIsEvictedAsSoonAsItHasNoSession() {
        anna.nodes().join(MembershipContract.ANNA.beating(1, NOON));
        anna.nodes().beat(MembershipContract.ANNA.beating(2, NOON), 1);
        assertThat(isEvicted(2)).isFalse();
        assertThat(isEvicted(1)).isFalse();

        anna.close();

        awaitEnd();
        assertThat(bert.nodes().members().nodes()).isEmpty();
    }

    @Test
    void oneThatHasBeatenSinceStaysAlsoWithoutASession() {
        anna.nodes().join(MembershipContract.ANNA.beating(1, NOON));
        anna.nodes().beat(MembershipContract.ANNA.beating(2, NOON), 1);
        anna.close();

        assertThat(isEvicted(1)).isFalse();
        assertThat(bert.nodes().members().nodes()).hasSize(1);
        awaitEnd();
    }

    @Test
    void sessionsThatFollowOnOnesThatWereCutAreSeen() throws SQLException {
        anna.nodes().join(MembershipContract.ANNA.beating(1, NOON));
        schema.cutConnections();

        assertThat(bert.nodes().members().nodes()).hasSize(1);
        beatAgain();

        assertThat(isEvicted(2)).isFalse();
    }

    /** The sessions that were cut are found out first. */
    private void beatAgain() {
        while (true) {
            try {
                anna.nodes().beat(MembershipContract.ANNA.beating(2, NOON), 1);
                return;
            } catch (StoreException.Unavailable _) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void theSessionsOfAnEarlierLifeAreNotThoseOfTheNext() {
        var before = MembershipContract.ANNA.beating(2, NOON);
        anna.nodes().join(before);
        anna.nodes().evict(before);
        bert.nodes().join(before.reborn(before.incarnation().life() + 1));
        bert.close();
        try (var third = schema.open()) {
            var reborn = third.nodes().members().nodes().getFirst();
            assertThat(third.nodes().evictDisconnected(before)).isFalse();
            while (!third.nodes().evictDisconnected(reborn)) {
                Thread.onSpinWait();
            }
            assertThat(third.nodes().members().nodes()).isEmpty();
        }
    }
}
