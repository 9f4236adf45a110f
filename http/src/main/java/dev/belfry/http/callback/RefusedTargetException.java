package dev.belfry.http.callback;

/**
 * A callback may not go where its URL leads. It says no more, because whoever created the timer
 * reads it: neither an address nor what is behind it.
 */
final class RefusedTargetException extends RuntimeException {
    RefusedTargetException() {
        super("callbacks may not go there", null, false, false);
    }
}
