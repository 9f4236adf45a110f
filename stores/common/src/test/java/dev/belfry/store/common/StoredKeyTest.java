package dev.belfry.store.common;

import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import org.junit.jupiter.api.Test;

class StoredKeyTest {
    private final Entry one =
            timer("one").create().decide(Entry.absent(), Instants.EARLIEST).after();

    @Test
    void aTimerUnderTheUuidOfAnotherIsNotTakenForIt() {
        assertThatThrownBy(() -> StoredKey.requireSame(timer("other").key(), one))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has the uuid of");
    }

    @Test
    void aTimerUnderItsOwnKeyAndNothingAreFine() {
        assertThatCode(() -> StoredKey.requireSame(timer("one").key(), one))
                .doesNotThrowAnyException();
        assertThatCode(() -> StoredKey.requireSame(timer("other").key(), Entry.absent()))
                .doesNotThrowAnyException();
    }
}
