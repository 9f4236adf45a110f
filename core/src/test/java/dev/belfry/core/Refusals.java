package dev.belfry.core;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What it means to refuse a value. */
public final class Refusals {
    private Refusals() {}

    /** Sees that a value is refused, and that the refusal names the field. */
    public static void assertRefused(String field, ThrowingCallable attempt) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(attempt)
                .withMessageStartingWith(field + " ")
                .matches(refusal -> refusal.field().equals(field), "names the field " + field);
    }
}
