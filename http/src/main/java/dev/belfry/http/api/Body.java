package dev.belfry.http.api;

import java.util.Arrays;

/** The bytes of a request's body, or a part of them: a view, not a copy. Immutable. */
final class Body {
    static final Body NONE = new Body(new byte[0], 0, 0);

    private final byte[] bytes;
    private final int from;
    private final int until;

    /** Takes the array over: the caller must not write to it any more. */
    Body(byte[] bytes, int from, int until) {
        this.bytes = bytes;
        this.from = from;
        this.until = until;
    }

    /** The array that the view lies in: for reading only. */
    byte[] array() {
        return bytes;
    }

    int from() {
        return from;
    }

    int until() {
        return until;
    }

    int size() {
        return until - from;
    }

    Body part(int fromInclusive, int untilExclusive) {
        return new Body(bytes, from + fromInclusive, from + untilExclusive);
    }

    byte[] copy() {
        return Arrays.copyOfRange(bytes, from, until);
    }
}
