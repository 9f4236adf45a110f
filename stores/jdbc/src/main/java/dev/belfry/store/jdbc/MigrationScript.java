package dev.belfry.store.jdbc;

import dev.belfry.core.store.SchemaStep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;

/**
 * A script by its name, such as {@code V1__timers.sql}.
 *
 * @param clauses that stand in it by their names
 */
record MigrationScript(String name, String text, Map<String, String> clauses) {
    /**
     * @param location of the scripts on the class path, and of {@code scripts}, the list of them
     */
    static List<MigrationScript> in(String location, Map<String, String> clauses) {
        return read(location + "/scripts")
                .lines()
                .map(name -> new MigrationScript(name, read(location + "/" + name), clauses))
                .toList();
    }

    /** With the table of scripts, as Flyway makes and fills it. */
    static List<SchemaStep> steps(String location, List<MigrationScript> scripts) {
        var history = history(location);
        var table = String.join(";\n\n", history.subList(0, history.size() - 1)) + ";\n\n";
        var steps = new ArrayList<SchemaStep>();
        for (var script : scripts) {
            var text = script.filled() + "\n" + script.in(history.getLast()) + ";\n";
            int version = Integer.parseInt(script.version());
            steps.add(new SchemaStep(version, steps.isEmpty() ? table + text : text));
        }
        return steps;
    }

    /** What makes the table of scripts, and last a row of it. */
    static List<String> history(String location) {
        return statements(read(location.replace("/migration/", "/history/") + ".sql"), Map.of());
    }

    /** What remembers that it was run. */
    String in(String row) {
        return fill(
                row,
                Map.of(
                        "version", version(),
                        "description", description(),
                        "script", name,
                        "checksum", Integer.toString(checksum())));
    }

    String version() {
        return name.substring(1, name.indexOf("__"));
    }

    String description() {
        return name.substring(name.indexOf("__") + 2, name.lastIndexOf('.')).replace('_', ' ');
    }

    /** As Flyway counts: over the lines, without what ends them. */
    int checksum() {
        var crc = new CRC32();
        text.lines().forEach(line -> crc.update(line.getBytes(StandardCharsets.UTF_8)));
        return (int) crc.getValue();
    }

    List<String> statements() {
        return statements(text, clauses);
    }

    private String filled() {
        return fill(text, clauses);
    }

    private static String fill(String text, Map<String, String> clauses) {
        var filled = text;
        for (var clause : clauses.entrySet()) {
            filled = filled.replace("${%s}".formatted(clause.getKey()), clause.getValue());
        }
        return filled;
    }

    /** The statements of a script: each ends with a semicolon at the end of a line. */
    static List<String> statements(String text, Map<String, String> clauses) {
        var filled = fill(text.replaceAll("(?m)^--.*$", ""), clauses);
        return List.of(filled.split(";\\s*(\\n|$)", -1)).stream()
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toList();
    }

    static String read(String resource) {
        try (var stream = MigrationScript.class.getClassLoader().getResourceAsStream(resource)) {
            return new String(
                    Objects.requireNonNull(stream, resource).readAllBytes(),
                    StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
