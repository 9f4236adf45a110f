package dev.belfry.check.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of the documentation with commands that a reader can run as they stand.
 *
 * @param path seen from the root of the repository
 */
record RunnablePage(String path, String text) {
    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern COMMANDS =
            Pattern.compile("(?ms)^<!-- runnable -->\n```sh\n(.*?)^```$");
    private static final Pattern RECEIVER =
            Pattern.compile("(?ms)^<!-- runnable: receiver -->\n```python\n(.*?)^```$");

    static RunnablePage of(String path) {
        try {
            return new RunnablePage(path, Files.readString(ROOT.resolve(path)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<RunnablePage> all() throws IOException {
        try (var files = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(
                            Stream.of("README.md"),
                            files.filter(it -> it.toString().endsWith(".md"))
                                    .map(it -> ROOT.relativize(it).toString())
                                    .sorted())
                    .map(RunnablePage::of)
                    .filter(page -> !page.commands().isEmpty())
                    .toList();
        }
    }

    /** Blocks of shell commands, in order. */
    List<String> commands() {
        return COMMANDS.matcher(text).results().map(it -> it.group(1)).toList();
    }

    /** A program that receives callbacks. */
    String receiver() {
        return RECEIVER.matcher(text).results().findFirst().orElseThrow().group(1);
    }

    @Override
    public String toString() {
        return path;
    }
}
