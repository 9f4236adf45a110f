package dev.belfry.check.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The runbook of alarms: the console's own, as a page, with an entry for each of the API. */
class AlarmsPageTest {
    /** Written anew with -Dbelfry.docs.write=true. */
    private static final Path PAGE = Repository.ROOT.resolve("docs/operations/alarms.md");

    private static final Pattern ENTRY =
            Pattern.compile("^  ([A-Z_]+): \\['(.+)', '(.+)'\\],$", Pattern.MULTILINE);

    private static Map<String, String> runbook() {
        var entries = new LinkedHashMap<String, String>();
        ENTRY.matcher(Repository.text("console/src/main/resources/console/app/runbook.js"))
                .results()
                .forEach(
                        it ->
                                entries.put(
                                        it.group(1),
                                        "%s\n\n**What to do.** %s"
                                                .formatted(it.group(2), it.group(3))));
        return entries;
    }

    @Test
    void everyAlarmOfTheApiHasAnEntry() throws IOException {
        var codes = new ArrayList<String>();
        Manifests.read(Repository.ROOT.resolve("http/src/main/resources/openapi.yaml"))
                .at("/components/schemas/Alarm/properties/code/enum")
                .forEach(code -> codes.add(code.asText()));
        assertThat(runbook()).containsOnlyKeys(codes);
    }

    @Test
    void thePageHasWhatTheConsoleSays() throws IOException {
        var page =
                new StringBuilder(
                        """
                        # Alarms

                        What `GET /api/v1/alarms` names, and what to do about it. The console's overview says the same beside each alarm.
                        Alerts of Prometheus are in [monitoring.md](monitoring.md), symptoms in [operations](README.md#by-symptom).
                        """);
        runbook()
                .forEach(
                        (code, text) ->
                                page.append("\n## ")
                                        .append(code)
                                        .append("\n")
                                        .append(text)
                                        .append("\n"));
        if (Boolean.getBoolean("belfry.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(Repository.text(PAGE))
                .as("run the test with -Dbelfry.docs.write=true to write the page anew")
                .isEqualTo(page.toString());
    }
}
