package dev.belfry.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** The bulk jobs of a group on a server, and the waiting for them. Confined to one command. */
final class BulkCalls {
    /** Often enough for a bar that moves, seldom enough for a server. */
    private static final Duration BETWEEN = Duration.ofMillis(250);

    private final Terminal terminal;
    private final ServerCalls api;
    private final String path;

    BulkCalls(Terminal terminal, ServerOption server, String group) {
        this.terminal = terminal;
        this.api = server.api();
        this.path = "groups/" + ServerCalls.encode(group) + "/bulk";
    }

    ApiAnswer list() {
        return api.get(path);
    }

    ApiAnswer show(String id) {
        return api.get(path + "/" + ServerCalls.encode(id));
    }

    ApiAnswer cancel(String id) {
        return api.send("DELETE", path + "/" + ServerCalls.encode(id), "", Optional.empty());
    }

    ApiAnswer start(ObjectNode job) {
        return api.post(path, job.toString());
    }

    /** The job when it is over. */
    ApiAnswer awaitEnd(ApiAnswer begun, OptionalLong total) {
        var verb = begun.json().path("dryRun").asBoolean() ? "counting" : "working";
        var id = begun.json().path("jobId").asText();
        try (var progress = new Progress(terminal, verb, total)) {
            var now = begun;
            long seen = 0;
            while (isRunning(now.json())) {
                now = show(id);
                long matched = now.json().path("matched").asLong();
                progress.advance(matched - seen);
                seen = matched;
                pause(isRunning(now.json()));
            }
            return now;
        }
    }

    private static boolean isRunning(JsonNode job) {
        return job.path("status").asText().equals("RUNNING");
    }

    private static void pause(boolean goesOn) {
        try {
            Thread.sleep(goesOn ? BETWEEN : Duration.ZERO);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.OTHER, "interrupted; the job goes on");
        }
    }

    /** What a script learns from a job. */
    static ExitCode codeOf(JsonNode job) {
        return switch (job.path("status").asText()) {
            case "FAILED" -> ExitCode.OTHER;
            case "CANCELLED" -> ExitCode.CONFLICT;
            default -> job.path("failed").asLong() == 0 ? ExitCode.OK : ExitCode.REFUSED;
        };
    }

    void print(ServerOption server, ApiAnswer answer) {
        if (server.json()) {
            terminal.out().println(answer.text());
        } else {
            print(answer.json());
        }
    }

    private void print(JsonNode job) {
        var out = terminal.out();
        out.printf(
                "%s %s%s: %s%n",
                job.path("jobId").asText(),
                job.path("action").asText(),
                job.path("dryRun").asBoolean() ? " (dry run)" : "",
                job.path("status").asText());
        out.printf(
                "  %d found, %d done, %d skipped, %d failed%n",
                job.path("matched").asLong(),
                job.path("done").asLong(),
                job.path("skipped").asLong(),
                job.path("failed").asLong());
        if (job.has("reason")) {
            out.println("  because " + job.path("reason").asText());
        }
        job.path("failures").forEach(it -> out.println("  failed: " + it.asText()));
        job.path("sample").forEach(it -> out.println("  such as " + it.asText()));
    }
}
