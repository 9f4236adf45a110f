package dev.belfry.check.outages;

/** What is done to a server, to its database, or to the way between them. */
enum Outage {
    /** All connections are cut while a commit is on its way to the database. */
    COMMIT_CUT,
    /** All connections are cut while the answer of a commit is on its way back. */
    ANSWER_CUT,
    /** Nothing gets through for longer than a proof of life, and then everything does. */
    HANG,
    /** What is sent is lost for a while, and with it the connections. */
    LOSS,
    /** All connections go silent for good, and new ones are welcome. */
    SILENCE,
    /** No connection can be made for a while, and those there were are cut. */
    REFUSAL,
    /** So much of the database is killed that it can not answer, and started again. */
    DATABASE_KILLED,
    /** The database is restarted in order. */
    DATABASE_RESTARTED,
    /** One of several servers of the database is killed; the others go on without it. */
    REPLICA_KILLED,
    /**
     * The primary takes no writes any more, keeps running with all its connections, and its standby
     * is promoted.
     */
    SWITCHOVER,
    /** The primary is killed and its standby is promoted. */
    PROMOTION,
    /** The server is killed and started again. */
    SERVER_KILLED,
    /** The server stands still and goes on. */
    SERVER_STALLED;

    /** Whether the server lives and the database is away for long enough to be noticed. */
    boolean isNoticed() {
        return switch (this) {
            case HANG, LOSS, REFUSAL, DATABASE_KILLED -> true;
            case COMMIT_CUT,
                    ANSWER_CUT,
                    SILENCE,
                    DATABASE_RESTARTED,
                    REPLICA_KILLED,
                    SWITCHOVER,
                    PROMOTION,
                    SERVER_KILLED,
                    SERVER_STALLED ->
                    false;
        };
    }

    /** Whether all is well again before it is over. */
    boolean isSurvived() {
        return switch (this) {
            case REPLICA_KILLED, SWITCHOVER, PROMOTION -> true;
            case COMMIT_CUT,
                    ANSWER_CUT,
                    HANG,
                    LOSS,
                    SILENCE,
                    REFUSAL,
                    DATABASE_KILLED,
                    DATABASE_RESTARTED,
                    SERVER_KILLED,
                    SERVER_STALLED ->
                    false;
        };
    }
}
