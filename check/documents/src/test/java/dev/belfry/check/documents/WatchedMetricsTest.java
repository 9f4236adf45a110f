package dev.belfry.check.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Alert rules and the dashboard ask for metrics that there are. */
class WatchedMetricsTest {
    private static final String METRICS = Repository.text("docs/operations/metrics.md");
    private static final Pattern NAME = Pattern.compile("\\b(belfry|jvm|process)_[a-z_]+");
    private static final Pattern KIND = Pattern.compile("kind=\"([A-Z][A-Za-z]+)\"");

    private static JsonNode rules() throws IOException {
        return Manifests.read(Repository.ROOT.resolve("deploy/prometheus/alerts.yaml"))
                .at("/groups/0/rules");
    }

    private static List<String> expressions() throws IOException {
        var found = new ArrayList<String>();
        rules().forEach(rule -> found.add(rule.path("expr").asText()));
        var dashboard =
                new ObjectMapper()
                        .readTree(Repository.ROOT.resolve("deploy/grafana/belfry.json").toFile());
        dashboard
                .path("panels")
                .forEach(
                        panel ->
                                panel.path("targets")
                                        .forEach(it -> found.add(it.path("expr").asText())));
        assertThat(found).hasSizeGreaterThan(30).doesNotContain("");
        return found;
    }

    @Test
    void everyMetricIsInTheListOfMetrics() throws IOException {
        for (var expression : expressions()) {
            NAME.matcher(expression)
                    .results()
                    .map(it -> it.group().replaceFirst("_(bucket|sum|count)$", ""))
                    .forEach(name -> assertThat(METRICS).contains("| `" + name + "` |"));
        }
    }

    @Test
    void everyKindOfAlarmIsOne() throws IOException {
        var alarms = Repository.text("node/src/main/java/dev/belfry/node/Alarm.java");
        for (var expression : expressions()) {
            KIND.matcher(expression)
                    .results()
                    .forEach(it -> assertThat(alarms).contains("record " + it.group(1) + "("));
        }
    }

    @Test
    void everyAlertHasARunbook() throws IOException {
        assertThat(rules()).isNotEmpty();
        for (var rule : rules()) {
            var runbook = rule.at("/annotations/runbook").asText().split("#", 2);
            var page = Repository.ROOT.resolve(runbook[0]);
            assertThat(Files.exists(page)).as(rule.path("alert").asText()).isTrue();
            assertThat(LinksTest.anchors(page)).contains(runbook[1]);
        }
    }
}
