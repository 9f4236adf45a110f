package dev.belfry.server.cli;

/** A command that can not go on; the message says why and, where it can, what to do. */
final class CommandFailure extends RuntimeException {
    private final ExitCode code;

    CommandFailure(ExitCode code, String message) {
        super(message);
        this.code = code;
    }

    ExitCode code() {
        return code;
    }
}
