package dev.belfry.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import picocli.CommandLine.Option;

/** How much of a list to show, and the showing of it. */
final class Listing {
    private static final String LARGEST_PAGE = "1000";

    private final Terminal terminal;

    @Option(names = "--limit", paramLabel = "N", description = "How many to show; left out, 100.")
    private Optional<Integer> limit = Optional.empty();

    @Option(
            names = "--cursor",
            paramLabel = "CURSOR",
            description = "Go on where another list ended.")
    private Optional<String> cursor = Optional.empty();

    @Option(names = "--all", description = "Show all; with --json, one object in each line.")
    private boolean all;

    Listing(Terminal terminal) {
        this.terminal = terminal;
    }

    /** A table and how a timer gets into it. */
    record Form(Table table, BiConsumer<Table, JsonNode> add) {}

    void show(ServerOption server, String path, Map<String, String> query, Form form) {
        if (all && (limit.isPresent() || cursor.isPresent())) {
            throw new CommandFailure(ExitCode.OTHER, "say --all, or --limit and --cursor");
        }
        var parameters = new LinkedHashMap<>(query);
        if (all) {
            parameters.put("limit", LARGEST_PAGE);
            showAll(server, new Paging(server.api(), path, parameters), form);
        } else {
            limit.ifPresent(it -> parameters.put("limit", it.toString()));
            showPage(server, new Paging(server.api(), path, parameters).page(cursor), form);
        }
    }

    private void showPage(ServerOption server, ApiAnswer page, Form form) {
        if (server.json()) {
            terminal.out().println(page.text());
            return;
        }
        page.json().path("timers").forEach(timer -> form.add().accept(form.table(), timer));
        print(form.table());
        Paging.nextCursor(page.json())
                .ifPresent(
                        it -> terminal.out().println("There are more: --all, or --cursor " + it));
    }

    private void showAll(ServerOption server, Paging paging, Form form) {
        try (var progress = new Progress(terminal, "reading", OptionalLong.empty())) {
            paging.forEach(
                    page -> {
                        for (var timer : page.path("timers")) {
                            take(server, form, timer);
                        }
                        progress.advance(page.path("timers").size());
                    });
        }
        if (!server.json()) {
            print(form.table());
        }
    }

    private void take(ServerOption server, Form form, JsonNode timer) {
        if (server.json()) {
            terminal.out().println(timer);
        } else {
            form.add().accept(form.table(), timer);
        }
    }

    private void print(Table table) {
        if (table.isEmpty()) {
            terminal.out().println("none");
        } else {
            table.print(terminal.out());
        }
    }
}
