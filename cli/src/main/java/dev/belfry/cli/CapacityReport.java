package dev.belfry.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.cli.CapacityFigures.Kind;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a plan says, in words for people and in numbers for scripts. Immutable. */
record CapacityReport(CapacityPlan plan, CapacityFigures figures) {
    /** Texts by what they are about, in this order. */
    Map<String, String> lines() {
        var lines = new LinkedHashMap<String, String>();
        lines.put(
                "rate",
                "%s/s on average, %s/s at the peak"
                        .formatted(rounded(plan.averageRate()), rounded(plan.peakRate())));
        lines.put("shards", Integer.toString(plan.shards()));
        lines.put(
                "nodes",
                "%d of %.0f cores".formatted(plan.nodes(), figures.number("node.cores"))
                        + (plan.kind() == Kind.FILE ? "" : ", of which one may be missing"));
        lines.put("node cores", "%s at the peak".formatted(rounded(plan.nodeCores())));
        if (plan.kind() == Kind.UNITS) {
            lines.put(
                    "write units",
                    "%s a month, %s/s at the peak"
                            .formatted(
                                    rounded(plan.monthlyWriteUnits()),
                                    rounded(plan.writeUnitsPerSecond())));
            lines.put("read units", rounded(plan.monthlyReadUnits()) + " a month");
        } else {
            lines.put("database", "%s cores at the peak".formatted(rounded(plan.databaseCores())));
            lines.put(
                    "log",
                    "%s/s at the peak, %s a day"
                            .formatted(
                                    bytes(plan.logBytesPerSecond()), bytes(plan.logBytesPerDay())));
            lines.put("writes", "%s IOPS at the peak".formatted(rounded(plan.writesPerSecond())));
        }
        if (plan.connections() > 0) {
            lines.put("connections", Integer.toString(plan.connections()));
        }
        lines.put(
                "disk",
                "%s for %s pending and %s kept timers"
                        .formatted(
                                bytes(plan.diskBytes()),
                                rounded(plan.pending()),
                                rounded(plan.kept())));
        lines.put(
                "first to end",
                "%s: %s %% used"
                        .formatted(plan.first().what(), rounded(100 * plan.first().used())));
        return lines;
    }

    /** The same as numbers by name; what a kind of database does not have is left out. */
    ObjectNode json() {
        var json =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("timersPerSecond", twoDigits(plan.averageRate()))
                        .put("peakTimersPerSecond", twoDigits(plan.peakRate()))
                        .put("shards", plan.shards())
                        .put("nodes", plan.nodes())
                        .put("coresPerNode", (int) figures.number("node.cores"))
                        .put("nodeCores", twoDigits(plan.nodeCores()));
        if (plan.kind() == Kind.UNITS) {
            json.put("writeUnitsPerMonth", twoDigits(plan.monthlyWriteUnits()))
                    .put("writeUnitsPerSecond", twoDigits(plan.writeUnitsPerSecond()))
                    .put("readUnitsPerMonth", twoDigits(plan.monthlyReadUnits()));
        } else {
            json.put("databaseCores", twoDigits(plan.databaseCores()))
                    .put("logBytesPerSecond", twoDigits(plan.logBytesPerSecond()))
                    .put("logBytesPerDay", twoDigits(plan.logBytesPerDay()))
                    .put("writesPerSecond", twoDigits(plan.writesPerSecond()));
        }
        if (plan.connections() > 0) {
            json.put("connections", plan.connections());
        }
        return json.put("diskBytes", twoDigits(plan.diskBytes()))
                .put("pending", twoDigits(plan.pending()))
                .put("kept", twoDigits(plan.kept()))
                .put("firstToEnd", plan.first().what())
                .put("firstToEndUsedPercent", twoDigits(100 * plan.first().used()))
                .put("measured", figures.text("measured"));
    }

    /** More would claim more than was measured. */
    private static double twoDigits(double value) {
        return value == 0
                ? 0
                : new BigDecimal(value)
                        .round(new MathContext(2, RoundingMode.HALF_UP))
                        .doubleValue();
    }

    /** Two digits here, too. */
    private static String rounded(double value) {
        if (value >= 100) {
            double unit = Math.pow(10, Math.floor(Math.log10(value)) - 1);
            return String.format(Locale.ROOT, "%,.0f", Math.round(value / unit) * unit);
        }
        return String.format(Locale.ROOT, value >= 10 ? "%.0f" : "%.2g", value)
                .replaceFirst("^0\\.0+$", "0");
    }

    private static String bytes(double value) {
        var units = List.of("B", "kB", "MB", "GB", "TB", "PB");
        int unit = 0;
        double rest = value;
        while (rest >= 1_000 && unit < units.size() - 1) {
            rest /= 1_000;
            unit++;
        }
        return rounded(rest) + " " + units.get(unit);
    }
}
