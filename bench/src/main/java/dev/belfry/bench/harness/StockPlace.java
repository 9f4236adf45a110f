package dev.belfry.bench.harness;

/** One whose databases can be filled once and copied for each turn. */
public interface StockPlace extends Place {
    /** The URL of a new database with what is in the one of the first name. */
    String copy(String from, String name) throws Exception;

    void drop(String name) throws Exception;

    /** Of all tables, with their indexes. */
    long bytes(String url) throws Exception;
}
