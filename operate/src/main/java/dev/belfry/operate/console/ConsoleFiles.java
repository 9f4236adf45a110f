package dev.belfry.operate.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The files of the web console, read once and kept. A view of the console has a path of its own,
 * under which the browser gets the one page that shows them all. Thread-safe.
 */
public final class ConsoleFiles {
    private static final String FOLDER = "/console/";
    private static final String LIBRARIES = "lib/";
    private static final String PAGE = "index.html";

    /** No dots alone, nothing encoded: what leads out of the folder is not a name. */
    private static final Pattern NAME =
            Pattern.compile("(?:[a-z0-9_-]+/)*[A-Za-z0-9_-]+(?:[.][A-Za-z0-9_-]+)+");

    private static final int LONGEST_NAME = 100;

    private static final Map<String, String> TYPES =
            Map.of(
                    "html", "text/html; charset=utf-8",
                    "js", "text/javascript; charset=utf-8",
                    "css", "text/css; charset=utf-8",
                    "svg", "image/svg+xml",
                    "png", "image/png",
                    "ico", "image/x-icon",
                    "json", "application/json",
                    "webmanifest", "application/manifest+json",
                    "woff2", "font/woff2");

    private final Set<String> views;
    private final Map<String, String> libraries;
    private final ConsoleFile page;
    private final Map<String, ConsoleFile> files = new ConcurrentHashMap<>();

    private ConsoleFiles(Set<String> views, Map<String, String> libraries, ConsoleFile page) {
        this.views = views;
        this.libraries = libraries;
        this.page = page;
    }

    /** Those in the module of the console. */
    public static ConsoleFiles open() {
        return new ConsoleFiles(
                text(FOLDER + "views.txt")
                        .lines()
                        .filter(line -> !line.startsWith("#"))
                        .collect(Collectors.toUnmodifiableSet()),
                Libraries.byName(),
                ConsoleFile.page(
                        bytes(FOLDER + PAGE).orElseThrow(), TYPES.getOrDefault("html", "")));
    }

    /**
     * The file that a browser gets for a path, if there is one.
     *
     * @param path as it came, with the slash that it begins with
     */
    public Optional<ConsoleFile> find(String path) {
        return file(path.substring(1));
    }

    private Optional<ConsoleFile> file(String name) {
        int slash = name.indexOf('/');
        if (views.contains(slash < 0 ? name : name.substring(0, slash)) || name.isEmpty()) {
            return Optional.of(page);
        }
        var kept = files.get(name);
        return kept == null ? read(name) : Optional.of(kept);
    }

    /** Only what is there is kept, so that nobody can fill the memory with names. */
    private Optional<ConsoleFile> read(String name) {
        var type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null || name.length() > LONGEST_NAME || !NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        var resource =
                name.startsWith(LIBRARIES)
                        ? libraries.get(name.substring(LIBRARIES.length()))
                        : FOLDER + name;
        var file =
                Optional.ofNullable(resource)
                        .flatMap(ConsoleFiles::bytes)
                        .map(bytes -> ConsoleFile.asset(bytes, type));
        file.ifPresent(it -> files.put(name, it));
        return file;
    }

    static String text(String resource) {
        return new String(
                bytes(resource)
                        .orElseThrow(() -> new IllegalStateException(resource + " is missing")),
                StandardCharsets.UTF_8);
    }

    private static Optional<byte[]> bytes(String resource) {
        try (InputStream in = ConsoleFiles.class.getResourceAsStream(resource)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
