package dev.belfry.core.timer;

import static dev.belfry.core.Checks.require;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a receiver's answer means: which one is a success, and after which one no retry can help.
 *
 * @param permanentStatuses that fail a timer for good, beside 410 Gone
 */
public record AnswerRules(Success success, SortedSet<Integer> permanentStatuses) {
    /** Which 2xx answer is a success. */
    public enum Success {
        /** Every one whose body does not say otherwise. */
        ANY_2XX,
        /** 204, or a JSON body that says {@code ok} or {@code nextExecuteAt}. */
        STRICT;

        /** The word that users write. */
        @Override
        public String toString() {
            return this == ANY_2XX ? "2xx" : "strict";
        }

        public static Success of(String word) {
            for (var success : values()) {
                if (success.toString().equals(word)) {
                    return success;
                }
            }
            require(false, "retryPolicy.success", "must be 2xx or strict");
            throw new AssertionError(word);
        }
    }

    /** The resource is gone for good, says the standard. */
    private static final int GONE = 410;

    /** All that have a meaning of their own fit in. */
    private static final int MOST_STATUSES = 32;

    private static final String FIELD = "retryPolicy.permanentStatuses";

    public static final AnswerRules DEFAULT = new AnswerRules(Success.ANY_2XX, new TreeSet<>());

    public AnswerRules {
        permanentStatuses = Collections.unmodifiableSortedSet(new TreeSet<>(permanentStatuses));
        require(
                permanentStatuses.size() <= MOST_STATUSES,
                FIELD,
                "are more than %d",
                MOST_STATUSES);
        require(
                permanentStatuses.stream().allMatch(status -> status >= 300 && status <= 599),
                FIELD,
                "must be 300 to 599");
    }

    public static AnswerRules of(Success success, Collection<Integer> permanentStatuses) {
        return new AnswerRules(success, new TreeSet<>(permanentStatuses));
    }

    public boolean isPermanent(int status) {
        return status == GONE || permanentStatuses.contains(status);
    }

    public boolean isStrict() {
        return success == Success.STRICT;
    }

    /** The form in which stores keep them. */
    String toText() {
        return success
                + permanentStatuses.stream()
                        .map(status -> "," + status)
                        .collect(Collectors.joining());
    }

    static AnswerRules fromText(String text) {
        var parts = text.split(",", -1);
        var statuses = new TreeSet<Integer>();
        for (int i = 1; i < parts.length; i++) {
            statuses.add(Integer.valueOf(parts[i]));
        }
        return new AnswerRules(Success.of(parts[0]), statuses);
    }
}
