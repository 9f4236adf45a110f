package dev.belfry.check.chaos;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.check.history.check.CheckReport;
import dev.belfry.check.history.check.DuplicateCause;
import dev.belfry.check.simulation.cluster.Sabotage;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What came of a run, for people and for machines. Immutable.
 *
 * @param unfinished what did not come to an end in minutes; the history is to say why
 */
record ChaosReport(
        ChaosOptions options,
        Instant begun,
        Instant ended,
        List<Strike> strikes,
        List<String> said,
        List<String> unfinished,
        CheckReport verdict,
        Findings findings) {
    private static final Duration CALM = Duration.ofSeconds(4);

    /** Whether no promise was broken, as far as that could be decided. */
    boolean isClean() {
        return unfinished.isEmpty()
                && verdict.isClean()
                && verdict.isDecided()
                && verdict.duplicates(DuplicateCause.UNEXPLAINED) == 0;
    }

    /** From the end of an owner to the first callback of each of its shards. */
    List<Duration> takeovers() {
        return strikes.stream().flatMap(it -> findings.takeovers(it).stream()).sorted().toList();
    }

    /** The longest of each strike, one after the other. */
    private List<Long> longestTakeovers() {
        return strikes.stream()
                .filter(it -> !it.orphans().isEmpty())
                .map(it -> Findings.percentileMillis(findings.takeovers(it), 1))
                .toList();
    }

    /** Lateness of the metronome's timers around orderly moves. */
    List<Duration> latenessOfMoves() {
        return strikes.stream()
                .filter(it -> it.trouble() == Trouble.ROLLING_RESTART)
                .flatMap(it -> findings.latenessBetween(it.from(), it.until()).stream())
                .sorted()
                .toList();
    }

    /** The latest timer in the calm before each orderly move, and the latest during it. */
    private List<String> orderlyMoves() {
        return strikes.stream()
                .filter(it -> it.trouble() == Trouble.ROLLING_RESTART)
                .map(
                        it ->
                                "%d then %d"
                                        .formatted(
                                                most(it.from().minus(CALM), it.from()),
                                                most(it.from(), it.until())))
                .toList();
    }

    private long most(Instant from, Instant until) {
        return Findings.percentileMillis(findings.latenessBetween(from, until), 1);
    }

    private Map<String, Long> violations() {
        return verdict.violations().stream()
                .collect(
                        Collectors.groupingBy(
                                it -> it.name(), TreeMap::new, Collectors.counting()));
    }

    private Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("seed", options.seed());
        figures.put("store", options.store());
        figures.put("nodes", options.nodes());
        figures.put("sabotage", options.sabotage().map(Sabotage::name).orElse(""));
        figures.put("scenario", options.scenario().map(Scenario::label).orElse(""));
        figures.put("seconds", Duration.between(begun, ended).toSeconds());
        figures.put("clean", isClean());
        figures.put("unfinished", unfinished);
        figures.put("counts", verdict.counts());
        figures.put("lost", violations().getOrDefault("Lost", 0L));
        figures.put("early", violations().getOrDefault("Early", 0L));
        figures.put("violations", violations());
        figures.put("undecided", verdict.undecided().size());
        figures.put("duplicatesByCause", new TreeMap<>(verdict.duplicates()));
        figures.put("takeoverMillis", spread(takeovers()));
        figures.put("longestTakeoversMillis", longestTakeovers());
        figures.put("latenessMillis", spread(findings.latenessBetween(begun, ended)));
        figures.put("latenessOfOrderlyMovesMillis", spread(latenessOfMoves()));
        figures.put("latestBeforeAndDuringOrderlyMoves", orderlyMoves());
        figures.put("unservedMillisByShard", millis(findings.unserved()));
        figures.put("said", said);
        return figures;
    }

    private static Map<String, Object> spread(List<Duration> sorted) {
        Map<String, Object> spread = new LinkedHashMap<>();
        spread.put("count", sorted.size());
        spread.put("p50", Findings.percentileMillis(sorted, 0.5));
        spread.put("p99", Findings.percentileMillis(sorted, 0.99));
        spread.put("most", Findings.percentileMillis(sorted, 1));
        return spread;
    }

    private static Map<Integer, Long> millis(Map<Integer, Duration> durations) {
        return durations.entrySet().stream()
                .collect(
                        Collectors.toMap(
                                Map.Entry::getKey,
                                it -> it.getValue().toMillis(),
                                Long::sum,
                                TreeMap::new));
    }

    /** Writes report.json and report.html into the folder of the options. */
    void write() throws IOException {
        var folder = Files.createDirectories(options.report());
        var figures = figures();
        figures.put(
                "strikes",
                strikes.stream()
                        .map(
                                it ->
                                        Map.of(
                                                "trouble",
                                                it.trouble().label(),
                                                "node",
                                                it.node(),
                                                "from",
                                                it.from().toString(),
                                                "until",
                                                it.until().toString()))
                        .toList());
        var json = new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(figures);
        Files.writeString(folder.resolve("report.json"), json);
        Files.writeString(folder.resolve("report.html"), new ChaosPlot(this).html(toString()));
    }

    @Override
    public String toString() {
        var lines =
                figures().entrySet().stream()
                        .map(it -> "%-30s %s".formatted(it.getKey(), it.getValue()))
                        .collect(Collectors.joining("\n"));
        var troubles =
                strikes.stream()
                        .collect(
                                Collectors.groupingBy(
                                        it -> it.trouble().label(),
                                        TreeMap::new,
                                        Collectors.counting()));
        return lines + "\n" + "%-30s %s".formatted("troubles", troubles) + "\n" + verdict;
    }
}
