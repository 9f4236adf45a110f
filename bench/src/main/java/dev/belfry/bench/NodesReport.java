package dev.belfry.bench;

import dev.belfry.bench.Figures.Figure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figures of one, two and three nodes, and of a hop, as a table each. Confined to one thread. */
final class NodesReport {
    static final String TO_OWNER = "creates sent to the owner";
    static final String TO_ANY = "creates sent to any node";
    static final String FIRED = "callbacks";
    static final String HOP = "creates in one node's shards";

    static final String PER_SECOND = Figure.RATE;
    static final String CPU = "CPU us each, all nodes";
    static final String DATABASE_CPU = "CPU us each, database";
    static final String FORWARDED = "% passed on";

    static final String CPU_OWNER = "CPU us each, owner";
    static final String CPU_OTHER = "CPU us each, other node";

    static final String DIRECT = "direct";
    static final String PASSED_ON = "passed on";

    private static final List<String> NODES = List.of("1 node", "2 nodes", "3 nodes");

    private final Figures figures = new Figures();

    void add(Figure figure, String column, double value) {
        figures.add(figure, column, value);
    }

    void write() throws IOException {
        var results = new Results();
        nodes(results);
        hop(results);
        results.write("nodes");
    }

    private void nodes(Results results) {
        var table = table(NODES);
        for (var work : List.of(TO_OWNER, TO_ANY, FIRED)) {
            show(table, results, new Figure(work, PER_SECOND), NODES, 0);
            ratio(table, results, new Figure(work, PER_SECOND), NODES, "as many as 1 node");
            show(table, results, new Figure(work, CPU), NODES, 1);
            ratio(table, results, new Figure(work, CPU), NODES, "as much as 1 node");
            show(table, results, new Figure(work, DATABASE_CPU), NODES, 1);
        }
        show(table, results, new Figure(TO_OWNER, FORWARDED), NODES, 0);
        show(table, results, new Figure(TO_ANY, FORWARDED), NODES, 0);
        anyOverOwner(table, results, PER_SECOND);
        anyOverOwner(table, results, CPU);
        table.print();
    }

    private void hop(Results results) {
        var columns = List.of(DIRECT, PASSED_ON);
        var table = table(columns);
        show(table, results, new Figure(HOP, PER_SECOND), columns, 0);
        ratio(table, results, new Figure(HOP, PER_SECOND), columns, "as many as direct");
        show(table, results, new Figure(HOP, CPU_OWNER), columns, 1);
        show(table, results, new Figure(HOP, CPU_OTHER), columns, 1);
        table.print();
    }

    private static Table table(List<String> columns) {
        var heading = new ArrayList<>(List.of("median (range)"));
        heading.addAll(columns);
        return new Table(heading.toArray(String[]::new));
    }

    private Map<String, Series> of(Figure figure) {
        return figures.series().getOrDefault(figure, Map.of());
    }

    private void show(
            Table table, Results results, Figure figure, List<String> columns, int decimals) {
        row(table, results, figure.name(), columns, of(figure), decimals);
    }

    /** Each column over the first. */
    private void ratio(
            Table table, Results results, Figure figure, List<String> columns, String name) {
        var all = of(figure);
        var first = series(all, columns.getFirst());
        var ratios = new LinkedHashMap<String, Series>();
        columns.forEach(it -> ratios.put(it, series(all, it).over(first)));
        row(table, results, figure.name() + ", " + name, columns, ratios, 2);
    }

    private void anyOverOwner(Table table, Results results, String unit) {
        var ratios = new LinkedHashMap<String, Series>();
        NODES.forEach(
                it ->
                        ratios.put(
                                it,
                                series(of(new Figure(TO_ANY, unit)), it)
                                        .over(series(of(new Figure(TO_OWNER, unit)), it))));
        row(table, results, "any node over owner, " + unit, NODES, ratios, 2);
    }

    private static Series series(Map<String, Series> all, String column) {
        return all.getOrDefault(column, new Series(List.of()));
    }

    private static void row(
            Table table,
            Results results,
            String name,
            List<String> columns,
            Map<String, Series> values,
            int decimals) {
        var cells = new ArrayList<>(List.of(name));
        columns.forEach(it -> cells.add(series(values, it).text(decimals)));
        table.row(cells.toArray(String[]::new));
        results.add(name, values);
    }
}
