package dev.belfry.cli;

/** What a script learns from a command; the numbers are promises. */
enum ExitCode {
    /** It was done. */
    OK(0),
    /** The command line made no sense, or something else went wrong. */
    OTHER(1),
    /** There is no such timer, group or path. */
    NOT_FOUND(2),
    /** Another timer is in the way, or it is not in the state that was demanded. */
    CONFLICT(3),
    /** The input or the configuration was refused; repeating it can not help. */
    REFUSED(4),
    /** Nobody answered, or not in time; a change may or may not have been made. */
    UNAVAILABLE(5);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /** The code of an answer that is not a success. */
    static ExitCode ofStatus(int status) {
        return switch (status) {
            case 404 -> NOT_FOUND;
            case 409, 412 -> CONFLICT;
            case 408, 429 -> UNAVAILABLE;
            default -> status >= 500 ? UNAVAILABLE : status >= 400 ? REFUSED : OTHER;
        };
    }
}
