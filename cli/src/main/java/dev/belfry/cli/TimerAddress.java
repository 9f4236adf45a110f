package dev.belfry.cli;

import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which timer a command is about. */
final class TimerAddress {
    @Option(
            names = {"-g", "--group"},
            paramLabel = "GROUP",
            description = "The timer's group; left out, it is 'default'.",
            defaultValue = "default")
    private String group = "default";

    @Parameters(paramLabel = "ID", description = "The timer's id.")
    private String id = "";

    String group() {
        return group;
    }

    String id() {
        return id;
    }

    String path() {
        return timersOf(group) + "/" + ServerCalls.encode(id);
    }

    /** The path of a group's timers. */
    static String timersOf(String group) {
        return "groups/" + ServerCalls.encode(group) + "/timers";
    }
}
