package dev.belfry.store.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;

/** The rights of a node, as a page of the manual lists them for the role belfry_node. */
public final class GrantList {
    private GrantList() {}

    /** The statements of a page, one for each line. */
    public static List<String> of(String page) {
        var root = Objects.requireNonNull(TestServer.script("database").getParent()).getParent();
        try {
            return Files.readAllLines(
                            Objects.requireNonNull(root).resolve("docs/operations/" + page))
                    .stream()
                    .filter(line -> line.startsWith("GRANT ") && line.contains("belfry_node"))
                    .map(line -> line.replaceFirst(";.*", ""))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
