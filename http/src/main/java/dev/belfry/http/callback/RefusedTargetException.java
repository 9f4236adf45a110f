package dev.belfry.http.callback;

/**
 * A callback may not go where its URL leads. It says no more, because whoever created the timer
 * reads it: neither an address nor what is behind it.
 */
final class RefusedTargetException extends RuntimeException {
    RefusedTargetException() {
        this("callbacks may not go there");
    }

    RefusedTargetException(String why) {
        super(why, null, false, false);
    }
}
