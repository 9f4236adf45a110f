package dev.belfry.operate.config;

import java.util.Arrays;
import java.util.List;

/** A value that must not reach a log, a page or an error. */
public record Secret(String value) {
    /** Where it is several, with blanks or line ends between them. */
    public List<String> words() {
        return Arrays.stream(value.split("\\s+")).filter(it -> !it.isEmpty()).toList();
    }

    @Override
    public String toString() {
        return "(hidden)";
    }
}
