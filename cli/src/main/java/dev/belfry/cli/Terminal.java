package dev.belfry.cli;

import java.io.Console;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/**
 * What a command has of the world around it.
 *
 * @param showsProgress whether somebody watches the error output, as the launcher found out
 * @param folder in which the command was called
 */
record Terminal(
        PrintStream out,
        PrintStream err,
        InputStream in,
        boolean showsProgress,
        Map<String, String> environment,
        InstantSource clock,
        Path folder) {
    static Terminal ofProcess() {
        boolean isWatched =
                Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
        return new Terminal(
                isWatched ? HarmlessOutput.of(System.out) : System.out,
                isWatched ? HarmlessOutput.of(System.err) : System.err,
                System.in,
                Boolean.getBoolean("belfry.progress"),
                System.getenv(),
                InstantSource.system(),
                Path.of(""));
    }
}
