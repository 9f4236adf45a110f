package dev.belfry.core.timer;

import static dev.belfry.core.Checks.require;

/** The HTTP method of a callback. */
public enum CallbackMethod {
    POST,
    PUT,
    PATCH,
    GET,
    DELETE;

    /** What most receivers ask for with GET and DELETE is in the URL: those carry no body. */
    public boolean hasBody() {
        return this != GET && this != DELETE;
    }

    public static CallbackMethod of(String word) {
        for (var method : values()) {
            if (method.name().equals(word)) {
                return method;
            }
        }
        require(false, "method", "must be POST, PUT, PATCH, GET or DELETE");
        throw new AssertionError(word);
    }
}
