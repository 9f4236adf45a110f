package dev.belfry.check.chaos;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rate and lateness second by second, with the troubles marked, as a page with a drawing. */
final class ChaosPlot {
    private static final int WIDTH = 1_200;
    private static final int HEIGHT = 180;
    private static final int GAP = 50;
    private static final int LEFT = 60;

    private final ChaosReport report;
    private final int seconds;

    ChaosPlot(ChaosReport report) {
        this.report = report;
        this.seconds =
                (int) Math.max(1, Duration.between(report.begun(), report.ended()).toSeconds());
    }

    String html(String text) {
        return """
        <!doctype html><meta charset="utf-8"><title>Chaos, seed %d</title>
        <style>body{font:14px sans-serif;margin:2em}svg text{font-size:11px}pre{white-space:pre-wrap}</style>
        <h1>Chaos, seed %d: %s</h1>
        %s
        <pre>%s</pre>
        """
                .formatted(
                        report.options().seed(),
                        report.options().seed(),
                        report.isClean() ? "no promise broken" : "broken",
                        svg(),
                        escaped(text));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private String svg() {
        var rate = perSecond(second -> attempts(second));
        var late = perSecond(second -> most(second));
        int height = 2 * (HEIGHT + GAP) + GAP;
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\">%s%s%s</svg>"
                .formatted(
                        LEFT + WIDTH + 20,
                        height,
                        troubles(height - GAP),
                        chart("callbacks a second", rate, GAP, "#1f6fb2"),
                        chart("latest of that second, ms late", late, HEIGHT + 2 * GAP, "#b2461f"));
    }

    private List<Double> perSecond(ToDoubleFunction<Instant> value) {
        return IntStream.range(0, seconds)
                .mapToObj(i -> value.applyAsDouble(report.begun().plusSeconds(i)))
                .toList();
    }

    private double attempts(Instant second) {
        return report.findings().attempts().stream()
                .filter(it -> !it.isBefore(second) && it.isBefore(second.plusSeconds(1)))
                .count();
    }

    private double most(Instant second) {
        var late = report.findings().latenessBetween(second, second.plusSeconds(1));
        return Findings.percentileMillis(late, 1);
    }

    private double x(Instant at) {
        return LEFT + WIDTH * (Duration.between(report.begun(), at).toMillis() / 1_000.0) / seconds;
    }

    private String troubles(int height) {
        return report.strikes().stream()
                .map(
                        it ->
                                String.format(
                                        Locale.ROOT,
                                        "<rect x=\"%.1f\" y=\"20\" width=\"%.1f\" height=\"%d\" fill=\"#f4d9a0\""
                                                + " opacity=\"0.6\"><title>%s %s</title></rect>"
                                                + "<text transform=\"translate(%.1f,%d) rotate(-60)\">%s %s</text>",
                                        x(it.from()),
                                        Math.max(1, x(it.until()) - x(it.from())),
                                        height - 20,
                                        it.trouble().label(),
                                        it.node(),
                                        x(it.from()) + 8,
                                        height - 4,
                                        it.trouble().label(),
                                        it.node()))
                .collect(Collectors.joining());
    }

    private String chart(String title, List<Double> values, int top, String color) {
        double most = values.stream().mapToDouble(it -> it).max().orElse(1);
        double scale = HEIGHT / Math.max(1, most);
        var points =
                IntStream.range(0, values.size())
                        .mapToObj(
                                i ->
                                        String.format(
                                                Locale.ROOT,
                                                "%.1f,%.1f",
                                                LEFT + (double) WIDTH * i / seconds,
                                                top + HEIGHT - values.get(i) * scale))
                        .collect(Collectors.joining(" "));
        return String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\">%s, at most %.0f</text>"
                        + "<polyline fill=\"none\" stroke=\"%s\" points=\"%s\"/>"
                        + "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#888\"/>",
                LEFT,
                top - 6,
                title,
                most,
                color,
                points,
                LEFT,
                top + HEIGHT,
                LEFT + WIDTH,
                top + HEIGHT);
    }
}
