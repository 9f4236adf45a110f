package dev.belfry.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** A figure as bars from left to right, one for each contender, as an SVG file. */
record Plot(String figure, Map<String, Series> contenders) {
    private static final int BAR = 22;
    private static final int GAP = 8;
    private static final int NAMES = 220;
    private static final int WIDTH = 460;
    private static final int NUMBERS = 220;
    private static final int TOP = 36;

    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        var name = figure.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        Files.writeString(folder.resolve(name + ".svg"), svg());
    }

    private String svg() {
        var bars = new StringBuilder();
        int y = TOP;
        for (var contender : contenders.entrySet()) {
            bars.append(bar(contender.getKey(), contender.getValue(), y));
            y += BAR + GAP;
        }
        return """
        <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="13">
        <rect width="100%%" height="100%%" fill="white"/>
        <text x="8" y="20" font-weight="bold">%s</text>
        %s</svg>
        """
                .formatted(NAMES + WIDTH + NUMBERS, y + GAP, figure, bars);
    }

    /** The median as a bar, the range as a line over it. */
    private String bar(String name, Series series, int y) {
        return String.format(
                Locale.ROOT,
                """
                <text x="%d" y="%d" text-anchor="end">%s</text>
                <rect x="%d" y="%d" width="%.1f" height="%d" fill="%s"/>
                <line x1="%.1f" x2="%.1f" y1="%d" y2="%d" stroke="black"/>
                <text x="%.1f" y="%d">%s</text>
                """,
                NAMES - 8,
                y + 16,
                name,
                NAMES,
                y,
                length(series.median()),
                BAR,
                name.equals(Entrant.BELFRY) ? "#2b6cb0" : "#a0aec0",
                NAMES + length(series.lowest()),
                NAMES + length(series.highest()),
                y + BAR / 2,
                y + BAR / 2,
                NAMES + length(series.highest()) + 8,
                y + 16,
                series.text(series.median() < 10 ? 2 : 0));
    }

    private double length(double value) {
        double largest =
                contenders.values().stream().mapToDouble(Series::highest).max().orElseThrow();
        return largest <= 0 ? 0 : Math.max(0, value) * WIDTH / largest;
    }
}
