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
 * @param progress the error output as it is, if somebody watches it
 * @param folder in which the command was called
 */
record Terminal(
        PrintStream out,
        PrintStream err,
        InputStream in,
        Optional<PrintStream> progress,
        Map<String, String> environment,
        InstantSource clock,
        Path folder) {
    static Terminal ofProcess() {
        boolean showsOut = isTerminal("out");
        boolean showsErr = isTerminal("err");
        return new Terminal(
                showsOut ? HarmlessOutput.of(System.out) : System.out,
                showsErr ? HarmlessOutput.of(System.err) : System.err,
                System.in,
                showsErr ? Optional.of(System.err) : Optional.empty(),
                System.getenv(),
                InstantSource.system(),
                Path.of(""));
    }

    /** As the launcher found out; Java itself sees terminals on both ends only. */
    private static boolean isTerminal(String stream) {
        return Optional.ofNullable(System.getProperty("belfry.terminal." + stream))
                .map(Boolean::parseBoolean)
                .orElseGet(
                        () ->
                                Optional.ofNullable(System.console())
                                        .filter(Console::isTerminal)
                                        .isPresent());
    }
}
