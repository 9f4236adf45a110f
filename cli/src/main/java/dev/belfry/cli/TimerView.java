package dev.belfry.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;

/** Timers for people. */
final class TimerView {
    private final Terminal terminal;

    TimerView(Terminal terminal) {
        this.terminal = terminal;
    }

    /** One timer with all its fields. */
    void printOne(JsonNode timer) {
        var out = terminal.out();
        out.println(timer.path("groupId").asText() + "/" + timer.path("timerId").asText());
        timer.properties().stream()
                .filter(it -> !it.getKey().equals("groupId") && !it.getKey().equals("timerId"))
                .filter(it -> !it.getValue().isNull())
                .forEach(it -> printField(out, it.getKey(), it.getValue()));
    }

    private void printField(PrintStream out, String name, JsonNode value) {
        var text = Json.text(value);
        var hint =
                name.equals("executeAt") || name.equals("nextAttemptAt")
                        ? " ("
                                + Times.relative(Instant.parse(text), terminal.clock().instant())
                                + ")"
                        : "";
        out.printf("  %-16s %s%s%n", name, text, hint);
    }

    /** One timer in a line, behind what happened to it. */
    void printLine(String what, JsonNode timer) {
        var at = timer.path("executeAt").asText();
        terminal.out()
                .printf(
                        "%s %s/%s: %s %s, calls %s%n",
                        what,
                        timer.path("groupId").asText(),
                        timer.path("timerId").asText(),
                        at,
                        "(" + Times.relative(Instant.parse(at), terminal.clock().instant()) + ")",
                        timer.path("callbackUrl").asText());
    }

    static Table scheduledTable() {
        return new Table(
                "TIMER", "EXECUTE AT", "NEXT ATTEMPT", "ATTEMPTS", "CALLBACK", "LAST ERROR");
    }

    static void addScheduled(Table table, JsonNode timer) {
        table.row(
                timer.path("timerId").asText(),
                seconds(timer.path("executeAt")),
                seconds(timer.path("nextAttemptAt")),
                timer.path("attempts").asText("0"),
                timer.path("callbackUrl").asText(),
                timer.path("lastError").asText("").replace("null", ""));
    }

    static Table failedTable() {
        return new Table("TIMER", "EXECUTE AT", "FAILED AT", "ATTEMPTS", "LAST ERROR");
    }

    static void addFailed(Table table, JsonNode timer) {
        table.row(
                timer.path("timerId").asText(),
                seconds(timer.path("executeAt")),
                seconds(timer.path("failedAt")),
                timer.path("attempts").asText("0"),
                timer.path("lastError").asText(""));
    }

    static Table overTable() {
        return new Table(
                "TIMER", "STATE", "EXECUTE AT", "ENDED AT", "ATTEMPTS", "ANSWER", "LAST ERROR");
    }

    static void addOver(Table table, JsonNode timer) {
        table.row(
                timer.path("timerId").asText(),
                timer.path("state").asText(),
                seconds(timer.path("executeAt")),
                seconds(settledAt(timer)),
                timer.path("attempts").asText("0"),
                lastStatus(timer),
                timer.path("lastError").asText(""));
    }

    static Table foundTable() {
        return new Table(
                "GROUP",
                "TIMER",
                "STATE",
                "EXECUTE AT",
                "ENDED AT",
                "ATTEMPTS",
                "ANSWER",
                "LAST ERROR");
    }

    static void addFound(Table table, JsonNode timer) {
        table.row(
                timer.path("groupId").asText(),
                timer.path("timerId").asText(),
                timer.path("state").asText(),
                seconds(timer.path("executeAt")),
                seconds(settledAt(timer)),
                timer.path("attempts").asText("0"),
                lastStatus(timer),
                timer.path("lastError").asText(""));
    }

    private static JsonNode settledAt(JsonNode timer) {
        return Stream.of("reachedAt", "failedAt", "cancelledAt")
                .map(timer::path)
                .filter(JsonNode::isTextual)
                .findFirst()
                .orElseGet(() -> timer.path("reachedAt"));
    }

    /** Of the last attempt that a receiver answered. */
    private static String lastStatus(JsonNode timer) {
        var attempts = timer.path("lastAttempts");
        return attempts.isEmpty()
                ? "-"
                : attempts.get(attempts.size() - 1).path("status").asText("-");
    }

    private static String seconds(JsonNode instant) {
        return instant.isTextual()
                ? Instant.parse(instant.asText()).truncatedTo(ChronoUnit.SECONDS).toString()
                : "-";
    }
}
