package dev.belfry.check.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Links between the pages of the project lead somewhere, and every page can be found. */
class LinksTest {
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|`[^`\n]*`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+)$");

    @Test
    void everyLinkLeadsToAFileAndToAHeadingInIt() throws IOException {
        var dead = new ArrayList<String>();
        for (var page : Repository.files(".md")) {
            for (var link : links(page)) {
                if (!leadsSomewhere(page, link)) {
                    dead.add(Repository.ROOT.relativize(page) + " -> " + link);
                }
            }
        }
        assertThat(dead).isEmpty();
    }

    private static List<String> links(Path page) {
        return LINK.matcher(CODE.matcher(Repository.text(page)).replaceAll(""))
                .results()
                .map(it -> it.group(1))
                .filter(it -> !it.matches("[a-z]+:.*"))
                .toList();
    }

    private static boolean leadsSomewhere(Path page, String link) {
        var parts = link.split("#", 2);
        var target = target(page, link);
        return Files.exists(target) && (parts.length == 1 || anchors(target).contains(parts[1]));
    }

    private static Path target(Path page, String link) {
        var file = link.split("#", 2)[0];
        return file.isEmpty() ? page : page.resolveSibling(file).normalize();
    }

    /** As GitHub makes them: small letters, hyphens for blanks, other signs left out. */
    static Set<String> anchors(Path page) {
        var anchors = new HashSet<String>();
        var text = Repository.text(page).replaceAll("(?ms)^```.*?^```", "");
        HEADING.matcher(text)
                .results()
                .map(it -> it.group(1).toLowerCase(Locale.ROOT))
                .map(it -> it.replaceAll("\\]\\([^)]*\\)", ""))
                .map(it -> it.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'))
                .forEach(anchors::add);
        return anchors;
    }

    @Test
    void everyPageIsInTheIndexOrLinkedFromThere() throws IOException {
        var seen = new HashSet<Path>();
        visit(Repository.ROOT.resolve("README.md"), seen);
        visit(Repository.ROOT.resolve("docs/README.md"), seen);
        var pages = Repository.files(".md");
        pages.removeIf(it -> !it.startsWith(Repository.ROOT.resolve("docs")));
        pages.removeIf(it -> it.startsWith(Repository.ROOT.resolve("docs/decisions")));
        assertThat(seen).containsAll(pages);
    }

    private static void visit(Path page, Set<Path> seen) {
        if (page.toString().endsWith(".md") && seen.add(page)) {
            links(page).forEach(link -> visit(target(page, link), seen));
        }
    }
}
