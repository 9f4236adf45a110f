package dev.belfry.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** SQLite's files, which a server reads and writes inside its own process. */
public record SqliteFolder(Path folder) implements StockPlace {
    private static final String SCHEME = "sqlite:";

    /** The file of a database. */
    public static Path file(String url) {
        return Path.of(url.substring(SCHEME.length()));
    }

    private String url(String name) {
        return SCHEME + folder.toAbsolutePath().resolve(name + ".db");
    }

    @Override
    public String fresh(String name) throws IOException {
        drop(name);
        return url(name);
    }

    @Override
    public String copy(String from, String name) throws IOException {
        var url = fresh(name);
        Files.copy(file(url(from)), file(url));
        return url;
    }

    @Override
    public void drop(String name) throws IOException {
        var file = file(url(name));
        for (var ending : new String[] {"", "-wal", "-shm", ".lock"}) {
            Files.deleteIfExists(file.resolveSibling(file.getFileName() + ending));
        }
    }

    @Override
    public long bytes(String url) throws IOException {
        return Files.size(file(url));
    }

    @Override
    public boolean seesAll() {
        return true;
    }
}
