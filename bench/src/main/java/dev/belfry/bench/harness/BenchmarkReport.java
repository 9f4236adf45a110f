package dev.belfry.bench.harness;

import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.belfry.bench.harness.Figures.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.stream.Collectors;

/**
 * The figures of all contenders as tables and as JSON.
 *
 * @param name of the file
 * @param settings of each contender
 */
public record BenchmarkReport(
        String name, Notes notes, Map<String, Map<String, String>> settings, List<Goal> goals) {
    private static final Path FOLDER = Path.of("bench", "results");
    private static final ObjectWriter JSON =
            JsonMapper.builder().build().writerWithDefaultPrettyPrinter();

    public static BenchmarkReport of(
            String name, Notes notes, List<Contender> contenders, List<Goal> goals) {
        return new BenchmarkReport(
                name,
                notes,
                contenders.stream()
                        .collect(
                                Collectors.toMap(
                                        Contender::name, it -> it.settingsFor(Topic.FIRING))),
                goals);
    }

    public void write() throws IOException {
        write(FOLDER);
        works().forEach(work -> System.out.println(table(work)));
        if (!goals.isEmpty()) {
            System.out.println(Goal.table(goals, figures()));
        }
    }

    /** What can be had of it by programs. */
    void write(Path folder) throws IOException {
        var results = new LinkedHashMap<String, Object>();
        results.put("processors", Runtime.getRuntime().availableProcessors());
        results.put("java", Runtime.version().toString());
        results.put("settings", settings);
        results.put("elapsedSeconds", notes.elapsed().toSeconds());
        results.put("goals", Goal.results(goals, figures()));
        results.put("failed", figures().failures());
        for (var figure : figures().series().entrySet()) {
            results.put(figure.getKey().name(), figure.getValue());
        }
        Files.createDirectories(folder);
        var file = folder.resolve(name + ".json");
        JSON.writeValue(file.toFile(), results);
        System.out.println("Written to " + file);
    }

    private Figures figures() {
        return notes.figures();
    }

    private SequencedSet<String> works() {
        var works = new LinkedHashSet<String>();
        figures().series().keySet().forEach(figure -> works.add(figure.work()));
        works.addAll(figures().failures().keySet());
        return works;
    }

    // ---- one table for each work: a row for each contender, a column for each measure

    String table(String work) {
        var measures = new LinkedHashMap<Figure, Map<String, RoundValues>>();
        figures()
                .series()
                .forEach(
                        (figure, contenders) -> {
                            if (figure.work().equals(work)) {
                                measures.put(figure, contenders);
                            }
                        });
        var table = new TextTable(heading(work, measures));
        var failures = figures().failures().getOrDefault(work, Map.of());
        for (var contender : contenders(measures, failures)) {
            table.row(row(contender, measures));
        }
        return table + reasons(failures);
    }

    private static List<String> heading(
            String work, Map<Figure, Map<String, RoundValues>> measures) {
        var heading = new ArrayList<>(List.of(work));
        measures.keySet().forEach(figure -> heading.add(figure.measure()));
        heading.add("Belfry better by");
        heading.add("of the floor");
        return heading;
    }

    private static SequencedSet<String> contenders(
            Map<Figure, Map<String, RoundValues>> measures, Map<String, List<String>> failures) {
        var contenders = new LinkedHashSet<String>();
        measures.values().forEach(series -> contenders.addAll(series.keySet()));
        contenders.addAll(failures.keySet());
        return contenders;
    }

    private List<String> row(String contender, Map<Figure, Map<String, RoundValues>> measures) {
        var row = new ArrayList<>(List.of(contender));
        measures.values()
                .forEach(
                        series ->
                                row.add(
                                        series.containsKey(contender)
                                                ? series.get(contender).text()
                                                : "-"));
        row.add(ratio(Contender.BELFRY, contender, measures));
        row.add(ratio(contender, Contender.FLOOR, measures));
        return row;
    }

    /** Of the first measure, which is the one that matters most. */
    private String ratio(String one, String other, Map<Figure, Map<String, RoundValues>> measures) {
        if (measures.isEmpty() || one.equals(other)) {
            return "";
        }
        var figure = measures.keySet().iterator().next();
        return figures().better(figure, one, other).map(RoundValues::number).orElse("");
    }

    private static String reasons(Map<String, List<String>> failures) {
        return failures.entrySet().stream()
                .flatMap(
                        failure ->
                                failure.getValue().stream()
                                        .map(
                                                reason ->
                                                        "%s failed: %s%n"
                                                                .formatted(
                                                                        failure.getKey(), reason)))
                .collect(Collectors.joining());
    }
}
