package dev.belfry.http.watch;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** docs/operations/metrics.md, made from what a server says at /metrics. */
final class MetricsPage {
    private static final Pattern HELP = Pattern.compile("# HELP (\\S+) (.*)");
    private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
    private static final Pattern SAMPLE = Pattern.compile("([a-z_]+)\\{(.*)\\} .*");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"[^\"]*\"");

    /** Of a histogram's parts. */
    private static final String PARTS = "_(bucket|count|sum)$";

    private final Map<String, String> says = new TreeMap<>();
    private final Map<String, String> types = new TreeMap<>();
    private final Map<String, TreeSet<String>> labels = new TreeMap<>();

    MetricsPage(String scrape) {
        scrape.lines().forEach(this::read);
    }

    private void read(String line) {
        var help = HELP.matcher(line);
        var type = TYPE.matcher(line);
        var sample = SAMPLE.matcher(line);
        if (help.matches()) {
            says.put(help.group(1), help.group(2).strip());
        } else if (type.matches()) {
            types.put(type.group(1), type.group(2));
        } else if (sample.matches()) {
            var found = labels.computeIfAbsent(family(sample.group(1)), _ -> new TreeSet<>());
            LABEL.matcher(sample.group(2)).results().forEach(it -> found.add(it.group(1)));
        }
    }

    private String family(String sample) {
        return types.containsKey(sample) ? sample : sample.replaceFirst(PARTS, "");
    }

    String text() {
        return """
        # Metrics

        All that `GET /metrics` of a node has, made from a real answer; a test compares the two. What to look at first, a dashboard and alert
        rules: [monitoring.md](monitoring.md). A histogram has `_bucket`, `_sum` and `_count`; a `_max` is the highest of the last minutes.

        ## Belfry

        %s
        ## The process

        %s"""
                .formatted(table("belfry_"), table("(jvm|process|system)_"));
    }

    private String table(String prefix) {
        return types.entrySet().stream()
                .filter(it -> it.getKey().matches(prefix + ".*"))
                .map(it -> row(it.getKey(), it.getValue()))
                .collect(
                        Collectors.joining(
                                "",
                                "| metric | kind | labels | what it tells |\n|---|---|---|---|\n",
                                ""));
    }

    private String row(String name, String type) {
        var names = new TreeSet<>(labels.getOrDefault(name, new TreeSet<>()));
        names.remove("le");
        return "| `%s` | %s | %s | %s |\n"
                .formatted(
                        name,
                        type,
                        names.stream().map(it -> "`" + it + "`").collect(Collectors.joining(", ")),
                        says.getOrDefault(name, ""));
    }
}
