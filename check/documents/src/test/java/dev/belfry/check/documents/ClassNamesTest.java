package dev.belfry.check.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Classes that pages for readers of the code speak of are there, under these names. */
class ClassNamesTest {
    private static final List<String> PAGES =
            List.of(
                    "ARCHITECTURE.md",
                    "README.md",
                    "CONTRIBUTING.md",
                    "docs/glossary.md",
                    "docs/promises.md",
                    "docs/repository.md",
                    "docs/testing.md");

    /** A name in code marks, perhaps with a method or a constant of it. */
    private static final Pattern NAMED =
            Pattern.compile("`([A-Z][a-z]+(?:[A-Z][A-Za-z0-9]*)*)(?:[.#]([A-Za-z_]+))?`");

    private static final Pattern DECLARED =
            Pattern.compile("(?:class|record|enum|interface) ([A-Z][A-Za-z0-9]*)");

    /** Words that look like classes: of others, of HTTP, of tools. */
    private static final Set<String> OTHERS =
            Set.of(
                    "Retry",
                    "Retry-After",
                    "Unreleased",
                    "Makefile",
                    "Optional",
                    "Impl",
                    "Manager",
                    "Helper",
                    "Util",
                    "Processor",
                    "Info",
                    "Abstract");

    @Test
    void everyClassThatIsNamedIsThere() throws IOException {
        var declared = declared();
        var missing = new ArrayList<String>();
        for (var page : PAGES) {
            NAMED.matcher(Repository.text(page))
                    .results()
                    .map(it -> it.group(1))
                    .filter(it -> !declared.contains(it) && !OTHERS.contains(it))
                    .forEach(it -> missing.add(page + ": " + it));
        }
        assertThat(missing).isEmpty();
    }

    private static Set<String> declared() throws IOException {
        var names = new HashSet<String>();
        for (var source : Repository.files(".java")) {
            DECLARED.matcher(Repository.text(source))
                    .results()
                    .forEach(it -> names.add(it.group(1)));
        }
        return names;
    }
}
