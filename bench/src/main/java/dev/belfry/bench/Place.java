package dev.belfry.bench;

/** Where contenders keep their timers. */
interface Place {
    /** The URL of a new and empty database of this name. */
    String fresh(String name) throws Exception;

    /** Does what the database would do by itself some time after rows were written. */
    default void tidy(String url) throws Exception {}
}
