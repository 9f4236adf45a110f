package dev.belfry.check.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The README has the figures of the tables, and is as long as somebody reads. */
class ReadmeFiguresTest {
    private static final String README = Repository.text("README.md");
    private static final Pattern FIGURE = Pattern.compile("(?<![0-9,])[0-9]{1,3}(,[0-9]{3})+");

    private static List<String> figures(String text) {
        return FIGURE.matcher(text).results().map(MatchResult::group).toList();
    }

    @Test
    void measuredRatesAreThoseOfTheResults() {
        var table = README.substring(README.indexOf("## Compared"), README.indexOf("## Status"));
        var measured =
                table.lines().filter(it -> it.contains(" a second")).skip(1).toList().toString();
        assertThat(figures(measured)).hasSizeGreaterThan(3);
        assertThat(figures(Repository.text("docs/performance.md"))).containsAll(figures(measured));
    }

    @Test
    void itIsRead() {
        assertThat(README.lines()).hasSizeLessThanOrEqualTo(130);
    }
}
