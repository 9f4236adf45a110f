package dev.belfry.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns as wide as they need to be. Confined to one command. */
final class Table {
    /** Longer cells are cut, so that a row stays readable. */
    private static final int WIDEST = 60;

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    Table(String... titles) {
        rows.add(List.of(titles));
    }

    Table row(String... cells) {
        rows.add(List.of(cells).stream().map(Table::cut).toList());
        return this;
    }

    boolean isEmpty() {
        return rows.size() == 1;
    }

    void print(PrintStream out) {
        int columns = rows.getFirst().size();
        var widths = new int[columns];
        for (var row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        rows.forEach(row -> out.println(line(row, widths)));
    }

    private static String line(List<String> row, int[] widths) {
        var line = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            line.append(row.get(i)).append(" ".repeat(widths[i] - width(row.get(i)))).append(GAP);
        }
        return line.toString().stripTrailing();
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }

    private static String cut(String cell) {
        return width(cell) <= WIDEST
                ? cell
                : cell.substring(0, cell.offsetByCodePoints(0, WIDEST - 1)) + "…";
    }
}
