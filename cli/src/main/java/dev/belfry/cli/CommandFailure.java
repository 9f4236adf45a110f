package dev.belfry.cli;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A command that can not go on; the message says why and, where it can, what to do. */
final class CommandFailure extends RuntimeException {
    private final ExitCode code;

    CommandFailure(ExitCode code, String message) {
        super(message);
        this.code = code;
    }

    /** Of what nobody would take. */
    static CommandFailure refused(RuntimeException why) {
        return new CommandFailure(ExitCode.REFUSED, String.valueOf(why.getMessage()));
    }

    static CommandFailure unreadable(Path file, IOException e) {
        var reason = e instanceof NoSuchFileException ? "there is no such file" : e.toString();
        return new CommandFailure(ExitCode.OTHER, "can not read %s: %s".formatted(file, reason));
    }

    ExitCode code() {
        return code;
    }
}
