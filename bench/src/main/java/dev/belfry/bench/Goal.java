package dev.belfry.bench;

import dev.belfry.bench.Figures.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What Belfry's figures are to be, by medians of one run.
 *
 * @param bound of the value, or of how many times better it is than the other's
 * @param least whether the bound is the least it may be, or the most
 * @param measured nothing if it was not measured
 */
record Goal(String figure, double bound, boolean least, Measured measured) {
    /** Takes a number out of the figures. */
    interface Measured {
        Optional<Double> of(Figures figures);
    }

    private static final String BATCHES = CreateWork.title(4, 100);

    static final List<Goal> ALL = all();

    private static List<Goal> all() {
        var goals = new ArrayList<Goal>();
        var firing = new Figure(FiringWork.FIRING, Figure.RATE);
        goals.add(better(firing, "db-scheduler, JDK client", 6));
        goals.add(better(firing, "db-scheduler, lean client", 3));
        goals.add(better(firing, "JobRunr, JDK client", 12));
        goals.add(better(firing, "Quartz, JDK client", 40));
        goals.add(better(firing, Entrant.FLOOR, 0.6));
        lateness(goals, 100, 10);
        lateness(goals, 1_000, 25);
        goals.add(better(creates(16), "db-scheduler", 3));
        goals.add(better(creates(256), "db-scheduler", 3));
        for (var floor : List.of("raw JDBC, inserts by 100", "raw JDBC, inserts by 1,000")) {
            goals.add(
                    ratio(
                            new Figure(BATCHES, Figure.RATE),
                            new Figure(Floors.TITLE, Figure.RATE),
                            floor,
                            0.7));
        }
        goals.add(ratio(new Figure(FiringWork.HERD, Figure.RATE), firing, Entrant.BELFRY, 0.9));
        goals.add(most(new Figure(FiringWork.FIRING, Cost.CPU), 0.15));
        goals.add(most(new Figure(FiringWork.FIRING, Cost.COMMITS), 0.05));
        return List.copyOf(goals);
    }

    private static void lateness(List<Goal> goals, int perSecond, double millis) {
        var title = LatenessWork.title(perSecond);
        var p99 = new Figure(title, LatenessWork.P99);
        goals.add(most(p99, millis));
        goals.add(
                new Goal(
                        new Figure(title, LatenessWork.EARLIEST).name(),
                        0,
                        true,
                        figures ->
                                figures.median(
                                        new Figure(title, LatenessWork.EARLIEST), Entrant.BELFRY)));
        goals.add(
                new Goal(
                        p99.name() + ", against the best peer",
                        10,
                        true,
                        figures ->
                                best(figures, p99)
                                        .flatMap(
                                                peer ->
                                                        figures.median(p99, Entrant.BELFRY)
                                                                .map(it -> peer / it))));
    }

    private static Optional<Double> best(Figures figures, Figure figure) {
        return Stream.of("db-scheduler, JDK client", "JobRunr, JDK client", "Quartz, JDK client")
                .flatMap(peer -> figures.median(figure, peer).stream())
                .min(Double::compare);
    }

    private static Figure creates(int clients) {
        return new Figure(CreateWork.title(clients, 1), Figure.RATE);
    }

    private static Goal most(Figure figure, double bound) {
        return new Goal(
                figure.name(), bound, false, figures -> figures.median(figure, Entrant.BELFRY));
    }

    private static Goal better(Figure figure, String than, double bound) {
        return ratio(figure, figure, than, bound);
    }

    private static Goal ratio(Figure figure, Figure other, String than, double bound) {
        return new Goal(
                figure.name()
                        + ", against "
                        + than
                        + (figure.equals(other) ? "" : ", " + other.work()),
                bound,
                true,
                figures ->
                        figures.median(figure, Entrant.BELFRY)
                                .flatMap(a -> figures.median(other, than).map(b -> a / b)));
    }

    private boolean isMet(double value) {
        return least ? value >= bound : value <= bound;
    }

    private String wanted() {
        return (least ? "at least " : "at most ") + Series.number(bound);
    }

    static String table(Figures figures) {
        var table = new Table(List.of("Belfry", "goal", "measured", ""));
        for (var goal : ALL) {
            var measured = goal.measured.of(figures);
            table.row(
                    List.of(
                            goal.figure,
                            goal.wanted(),
                            measured.map(Series::number).orElse("-"),
                            measured.map(value -> goal.isMet(value) ? "met" : "NOT MET")
                                    .orElse("")));
        }
        return table.toString();
    }

    /** Those that were measured, for a file. */
    static List<Map<String, Object>> results(Figures figures) {
        var results = new ArrayList<Map<String, Object>>();
        for (var goal : ALL) {
            goal.measured
                    .of(figures)
                    .ifPresent(
                            value -> {
                                var result = new LinkedHashMap<String, Object>();
                                result.put("figure", goal.figure);
                                result.put("goal", goal.wanted());
                                result.put("measured", value);
                                result.put("met", goal.isMet(value));
                                results.add(result);
                            });
        }
        return results;
    }
}
