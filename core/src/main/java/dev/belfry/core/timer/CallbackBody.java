package dev.belfry.core.timer;

import static dev.belfry.core.Checks.require;

/** What the body of a callback holds, if its method has one. */
public enum CallbackBody {
    /** A JSON object with the timer's names, the attempt and the payload. */
    ENVELOPE,
    /** The payload alone, for receivers that know nothing of Belfry. */
    PAYLOAD;

    /** The word that users write. */
    @Override
    public String toString() {
        return this == ENVELOPE ? "envelope" : "payload";
    }

    public static CallbackBody of(String word) {
        for (var body : values()) {
            if (body.toString().equals(word)) {
                return body;
            }
        }
        require(false, "body", "must be envelope or payload");
        throw new AssertionError(word);
    }
}
