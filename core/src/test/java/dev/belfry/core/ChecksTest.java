package dev.belfry.core;

import static dev.belfry.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class ChecksTest {
    @Test
    void aRefusalNamesTheFieldAndTheValues() {
        assertRefused("callbackUrl", () -> Checks.require(false, "callbackUrl", "is %s", "odd"));
    }

    @Test
    void aBrokenInvariantShowsTheValues() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Checks.invariant(false, "%d after %d", 1, 2))
                .withMessage("1 after 2");
    }

    @Test
    void whatHoldsIsLetThrough() {
        assertThatCode(
                        () -> {
                            Checks.require(true, "field", "is wrong");
                            Checks.invariant(true, "is wrong");
                        })
                .doesNotThrowAnyException();
    }
}
