package dev.belfry.check.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files of the repository, seen from this module. */
final class Repository {
    static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    /** What is not the project's own, or made by it. */
    private static final Set<String> OTHERS = Set.of("target", "data", "drivers", "node_modules");

    private Repository() {}

    static List<Path> files(String ending) throws IOException {
        var found = new ArrayList<Path>();
        Files.walkFileTree(
                ROOT,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path folder, BasicFileAttributes attributes) {
                        var name = folder.getFileName().toString();
                        return OTHERS.contains(name)
                                        || (name.startsWith(".") && !name.equals(".github"))
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (file.toString().endsWith(ending)) {
                            found.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        return found;
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(String path) {
        return text(ROOT.resolve(path));
    }
}
