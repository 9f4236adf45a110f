package dev.belfry.http.watch;

/** What is remembered of each slot of time, and how the figures of several nodes become one. */
enum Series {
    CREATED("created", Merge.SUM),
    FIRED("fired", Merge.SUM),
    ATTEMPTS("attempts", Merge.SUM),
    RETRIED("retried", Merge.SUM),
    FAILED("failed", Merge.SUM),
    LATENESS_P50("latenessP50Millis", Merge.BY_ATTEMPTS),
    LATENESS_P99("latenessP99Millis", Merge.MOST),
    LATENESS_MAX("latenessMaxMillis", Merge.MOST),
    BACKLOG_AGE("backlogAgeMillis", Merge.MOST),
    IN_FLIGHT("inFlight", Merge.SUM);

    /**
     * Percentiles of parts do not add up: the median is weighted, of the others the worst holds.
     */
    enum Merge {
        SUM,
        MOST,
        BY_ATTEMPTS
    }

    private final String label;
    private final Merge merge;

    Series(String label, Merge merge) {
        this.label = label;
        this.merge = merge;
    }

    String label() {
        return label;
    }

    /** Two figures as one; what is not a number is not known. */
    double merged(double a, double attemptsOfA, double b, double attemptsOfB) {
        if (Double.isNaN(a) || Double.isNaN(b)) {
            return Double.isNaN(a) ? b : a;
        }
        return switch (merge) {
            case SUM -> a + b;
            case MOST -> Math.max(a, b);
            case BY_ATTEMPTS -> weighted(a, attemptsOfA, b, attemptsOfB);
        };
    }

    private static double weighted(double a, double weightOfA, double b, double weightOfB) {
        double all = weightOfA + weightOfB;
        return all > 0 ? (a * weightOfA + b * weightOfB) / all : Math.max(a, b);
    }
}
