package dev.belfry.check.contract;

import dev.belfry.core.store.TimerStore;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the contract needs of a store. The contract closes every store that it gets from here. */
@Tag("contract")
@ExtendWith(FixtureExtension.class)
public interface StoreUnderTest {
    /** A fresh, empty store; called once per test. */
    TimerStore open();

    /**
     * Opens the data of a store that was closed, as a restart would. A store that lives and dies
     * with its process returns the same one.
     */
    TimerStore reopen(TimerStore closed);

    /**
     * A second handle onto the data of an open store, as another node has it. A store that one
     * process has to itself returns the same one.
     */
    default TimerStore another(TimerStore open) {
        return open;
    }

    /** Whether the store checks and raises the sequence of commits; it is optional in the SPI. */
    default boolean keepsSequence() {
        return true;
    }

    /** How long a race of claims and commits may take; it ends earlier after many rounds. */
    default Duration longestRace() {
        return Duration.ofSeconds(3);
    }

    /**
     * Whether servers die and come back while the tests run, so that any call may be unavailable or
     * of unknown outcome. A test that does not speak of that begins anew, with an empty store.
     */
    default boolean losesServers() {
        return false;
    }

    /** Whether kept timers go away without the owner's help once their time is over. */
    default boolean removesExpiredByItself() {
        return false;
    }

    /**
     * How many rows a shard is filled with to see that many do no harm. Fewer only where the server
     * under test is a slow stand-in for the real one.
     */
    default int manyRows() {
        return 100_000;
    }
}
