package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import java.util.Arrays;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** HTTP statuses, written such as 404, 422. */
record StatusList(SortedSet<Integer> statuses) {
    private static final Pattern FORM = Pattern.compile("([0-9]{3}(, ?[0-9]{3})*)?");

    StatusList {
        statuses = Collections.unmodifiableSortedSet(new TreeSet<>(statuses));
    }

    static StatusList parse(String text, String key) {
        require(FORM.matcher(text).matches(), key, "is not a list such as 404, 422: '%s'", text);
        return new StatusList(
                Arrays.stream(text.split(", ?", -1))
                        .filter(status -> !status.isEmpty())
                        .map(Integer::valueOf)
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Override
    public String toString() {
        return statuses.stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
