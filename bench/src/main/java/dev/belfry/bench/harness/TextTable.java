package dev.belfry.bench.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Rows of text in columns: the first to the left, the others to the right. A column that is empty
 * in all rows is left out.
 */
public final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(List<String> heading) {
        rows.add(heading);
    }

    public void row(List<String> cells) {
        rows.add(cells);
    }

    /** A line for each row. */
    @Override
    public String toString() {
        return rows.stream().map(row -> line(row) + "\n").collect(Collectors.joining());
    }

    private String line(List<String> row) {
        return IntStream.range(0, row.size())
                .filter(this::isUsed)
                .mapToObj(column -> pad(row.get(column), column))
                .collect(Collectors.joining("   "))
                .stripTrailing();
    }

    private boolean isUsed(int column) {
        return rows.stream().skip(1).anyMatch(row -> !row.get(column).isEmpty());
    }

    private String pad(String cell, int column) {
        var space = " ".repeat(width(column) - cell.length());
        return column == 0 ? cell + space : space + cell;
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElseThrow();
    }
}
