package dev.belfry.cli;

import picocli.CommandLine.Option;

/** The option that names the group which a command is about. */
final class GroupOption {
    @Option(
            names = {"-g", "--group"},
            paramLabel = "GROUP",
            description = "The group; left out, it is 'default'.",
            defaultValue = "default")
    private String group = "default";

    String name() {
        return group;
    }

    /** The path of something of the group. */
    String path(String of) {
        return "groups/" + ServerCalls.encode(group) + "/" + of;
    }
}
