package dev.belfry.store.jdbc;

/**
 * How many rows the tables have whose plans are looked at. The usual number shows the plans within
 * seconds; {@code -Dbelfry.test.kept=1000000} is what a group with a long history has.
 */
public final class KeptRows {
    static final String PROPERTY = "belfry.test.kept";

    /** Of kept timers. */
    public static final int COUNT = Integer.getInteger(PROPERTY, 50_000);

    /** Of pending timers, from which the kept ones are copied. */
    public static final int TIMERS = Math.max(200_000, COUNT);

    private KeptRows() {}
}
