package dev.belfry.client;

/** What an import does with timers that are in its way. */
public enum ImportMode {
    /** They stay, and the line is refused. */
    KEEP("replace=false"),
    /** The exported ones take their places. */
    REPLACE("replace=true"),
    /** Nothing is changed; the answer says what {@link #KEEP} would do. */
    TRY("dryRun=true"),
    /** Nothing is changed; the answer says what {@link #REPLACE} would do. */
    TRY_REPLACE("dryRun=true&replace=true");

    private final String query;

    ImportMode(String query) {
        this.query = query;
    }

    String query() {
        return query;
    }
}
