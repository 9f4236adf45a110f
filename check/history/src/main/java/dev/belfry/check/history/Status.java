package dev.belfry.check.history;

import static dev.belfry.core.Checks.require;

import java.util.Arrays;

/** What an operation was answered with; any other answer is a failed or an unknown outcome. */
public enum Status {
    OK(200),
    CREATED(201),
    /** Some shards had not confirmed yet. */
    ACCEPTED(202),
    DELETED(204),
    NOT_FOUND(404),
    EXISTS(409),
    PRECONDITION_FAILED(412);

    private final int code;

    Status(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static Status of(int code) {
        var found = Arrays.stream(values()).filter(status -> status.code == code).findFirst();
        require(found.isPresent(), "status", "%d answers no operation", code);
        return found.orElseThrow();
    }
}
