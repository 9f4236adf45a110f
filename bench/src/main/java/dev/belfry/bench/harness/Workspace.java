package dev.belfry.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** A folder for the data of a run, removed at its end. */
public record Workspace(Path folder, boolean keep) implements AutoCloseable {
    private static final Path PARENT = Path.of("bench", "target", "data");

    public static Workspace open(boolean keep) throws IOException {
        Files.createDirectories(PARENT);
        return new Workspace(Files.createTempDirectory(PARENT, "run-"), keep);
    }

    /** One of this name and a number that is not there yet. */
    public Path unused(String name) throws IOException {
        return Files.createTempFile(folder, name + "-", "");
    }

    public long freeBytes() throws IOException {
        return Files.getFileStore(folder).getUsableSpace();
    }

    @Override
    public void close() throws IOException {
        if (keep) {
            System.out.println("The data is in " + folder);
        } else {
            delete(folder);
        }
    }

    private static void delete(Path root) throws IOException {
        for (var path : contents(root)) {
            Files.deleteIfExists(path);
        }
    }

    private static List<Path> contents(Path root) throws IOException {
        try (var paths = Files.walk(root)) {
            return paths.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
