package dev.belfry.core;

/** A value from outside that can not be accepted; the field says which. */
public final class InvalidValueException extends IllegalArgumentException {
    private final String field;

    public InvalidValueException(String field, String message) {
        super(field + " " + message);
        this.field = field;
    }

    /** The name of the offending field, as the API spells it. */
    public String field() {
        return field;
    }
}
