package dev.belfry.cli;

import com.fasterxml.jackson.databind.JsonNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows who is there and who owns what. */
@Command(name = "cluster", description = "Show the members and how many shards each owns.")
final class ClusterCommand implements Runnable {
    private final Terminal terminal;
    @Mixin private ServerOption server;

    ClusterCommand(Terminal terminal) {
        this.terminal = terminal;
        this.server = new ServerOption(terminal);
    }

    @Override
    public void run() {
        var answer = server.api().get("cluster");
        if (server.json()) {
            terminal.out().println(answer.text());
            return;
        }
        var cluster = answer.json();
        members(cluster).print(terminal.out());
        long unowned = shardsOf(cluster, "");
        if (unowned > 0) {
            terminal.out().println(unowned + " shards have no owner at the moment");
        }
    }

    private static Table members(JsonNode cluster) {
        var table = new Table("NODE", "ADDRESS", "VERSION", "INCARNATION", "SHARDS", "");
        for (var member : cluster.path("members")) {
            var node = member.path("nodeId").asText();
            table.row(
                    node,
                    member.path("address").asText("-"),
                    member.path("version").asText("-"),
                    member.path("incarnation").asText("-"),
                    Long.toString(shardsOf(cluster, node)),
                    node.equals(cluster.path("self").asText()) ? "answered this" : "");
        }
        return table;
    }

    private static long shardsOf(JsonNode cluster, String owner) {
        return cluster.path("groups")
                .valueStream()
                .flatMap(group -> group.path("shards").valueStream())
                .filter(
                        shard ->
                                (shard.hasNonNull("owner") ? shard.path("owner").asText() : "")
                                        .equals(owner))
                .count();
    }
}
