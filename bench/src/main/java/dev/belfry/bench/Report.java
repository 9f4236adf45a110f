package dev.belfry.bench;

import dev.belfry.bench.Figures.Figure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.stream.Collectors;

/**
 * The figures of all contenders as tables, as JSON and as plots.
 *
 * @param name of the file and of the folder with the plots
 * @param settings of each contender
 */
record Report(
        String name, Notes notes, Map<String, Map<String, String>> settings, List<Goal> goals) {
    static Report of(String name, Notes notes, List<Entrant> entrants, List<Goal> goals) {
        return new Report(
                name,
                notes,
                entrants.stream().collect(Collectors.toMap(Entrant::name, Entrant::throughput)),
                goals);
    }

    void write() throws IOException {
        write(Results.FOLDER);
        works().forEach(work -> System.out.println(table(work)));
        if (!goals.isEmpty()) {
            System.out.println(Goal.table(goals, figures()));
        }
    }

    /** What can be had of it by programs. */
    void write(Path folder) throws IOException {
        var results = new Results();
        results.add("settings", settings);
        results.add("elapsedSeconds", notes.elapsed().toSeconds());
        results.add("goals", Goal.results(goals, figures()));
        results.add("failed", figures().failures());
        for (var figure : figures().series().entrySet()) {
            results.add(figure.getKey().name(), figure.getValue());
            new Plot(figure.getKey().name(), figure.getValue()).write(folder.resolve(name));
        }
        results.write(folder, name);
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
        var measures = new LinkedHashMap<Figure, Map<String, Series>>();
        figures()
                .series()
                .forEach(
                        (figure, contenders) -> {
                            if (figure.work().equals(work)) {
                                measures.put(figure, contenders);
                            }
                        });
        var table = new Table(heading(work, measures));
        var failures = figures().failures().getOrDefault(work, Map.of());
        for (var contender : contenders(measures, failures)) {
            table.row(row(contender, measures));
        }
        return table + reasons(failures);
    }

    private static List<String> heading(String work, Map<Figure, Map<String, Series>> measures) {
        var heading = new ArrayList<>(List.of(work));
        measures.keySet().forEach(figure -> heading.add(figure.measure()));
        heading.add("Belfry better by");
        heading.add("of the floor");
        return heading;
    }

    private static SequencedSet<String> contenders(
            Map<Figure, Map<String, Series>> measures, Map<String, List<String>> failures) {
        var contenders = new LinkedHashSet<String>();
        measures.values().forEach(series -> contenders.addAll(series.keySet()));
        contenders.addAll(failures.keySet());
        return contenders;
    }

    private List<String> row(String contender, Map<Figure, Map<String, Series>> measures) {
        var row = new ArrayList<>(List.of(contender));
        measures.values()
                .forEach(
                        series ->
                                row.add(
                                        series.containsKey(contender)
                                                ? series.get(contender).text()
                                                : "-"));
        row.add(ratio(Entrant.BELFRY, contender, measures));
        row.add(ratio(contender, Entrant.FLOOR, measures));
        return row;
    }

    /** Of the first measure, which is the one that matters most. */
    private String ratio(String one, String other, Map<Figure, Map<String, Series>> measures) {
        if (measures.isEmpty() || one.equals(other)) {
            return "";
        }
        var figure = measures.keySet().iterator().next();
        return figures().better(figure, one, other).map(Series::number).orElse("");
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
