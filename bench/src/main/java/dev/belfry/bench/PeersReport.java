package dev.belfry.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The figures of all contenders as tables, as JSON and as plots. */
record PeersReport(Figures figures, List<Entrant> entrants) {
    void write() throws IOException {
        var results = new Results();
        results.add(
                "settings",
                entrants.stream().collect(Collectors.toMap(Entrant::name, Entrant::throughput)));
        for (var figure : figures.series().entrySet()) {
            print(figure.getKey(), figure.getValue());
            results.add(figure.getKey(), figure.getValue());
            new Plot(figure.getKey(), figure.getValue()).write(Results.FOLDER.resolve("peers"));
        }
        results.write("peers");
    }

    private static void print(String figure, Map<String, Series> contenders) {
        var belfry = contenders.get(Entrant.BELFRY);
        var table = new Table(figure, "median (range)", "Belfry's ratio to it");
        contenders.forEach(
                (name, series) ->
                        table.row(
                                name,
                                series.text(decimals(series)),
                                belfry == null ? "" : belfry.over(series).text(2)));
        System.out.println();
        table.print();
    }

    private static int decimals(Series series) {
        return Math.abs(series.median()) < 10 ? 3 : 0;
    }
}
