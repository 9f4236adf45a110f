package dev.belfry.core.timer;

import static dev.belfry.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupIdTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "default", "0", "a.b_c-d", "-", "...", "a1-2_3.4"})
    void lowerCaseLettersDigitsAndThreeSignsAreAllowed(String value) {
        assertThat(new GroupId(value)).hasToString(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "a b", "a/b", "ä", "a\n", " a", "a:b", "a%"})
    void everythingElseIsRefused(String value) {
        assertRefused("groupId", () -> new GroupId(value));
    }

    @Test
    void sixtyFourCharactersAreTheMost() {
        assertThat(new GroupId("a".repeat(64)).value()).hasSize(64);
        assertRefused("groupId", () -> new GroupId("a".repeat(65)));
    }

    @Test
    void theGroupOfThoseWhoNameNoneIsCalledDefault() {
        assertThat(GroupId.DEFAULT).isEqualTo(new GroupId("default"));
    }
}
