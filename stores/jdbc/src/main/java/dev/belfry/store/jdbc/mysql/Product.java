package dev.belfry.store.jdbc.mysql;

import java.util.Optional;

/** The servers that speak MySQL's protocol, and what differs between them. */
enum Product {
    /** Only a connection's rest can be limited, not that of its transactions. */
    MYSQL(
            "MySQL",
            "8.0",
            Optional.empty(),
            "LOCK IN SHARE MODE",
            "max_execution_time = 9000",
            "wait_timeout = 2"),

    /** Long lists of constants are not to become joins. */
    MARIADB(
            "MariaDB",
            "10.6",
            Optional.empty(),
            "LOCK IN SHARE MODE",
            "max_statement_time = 9, in_predicate_conversion_threshold = 0",
            "idle_transaction_timeout = 2"),

    /**
     * It has no shared locks, and locks only in transactions that say so. Its words are in comments
     * that other servers do not read.
     */
    TIDB(
            "TiDB",
            "6.5",
            Optional.of("BEGIN /*T! PESSIMISTIC */"),
            "FOR UPDATE",
            "max_execution_time = 9000",
            "wait_timeout = 2");

    private final String title;
    private final String oldest;
    private final Optional<String> begin;
    private final String fence;
    private final String limits;
    private final String writerLimits;

    Product(
            String title,
            String oldest,
            Optional<String> begin,
            String fence,
            String limits,
            String writerLimits) {
        this.title = title;
        this.oldest = oldest;
        this.begin = begin;
        this.fence = fence;
        this.limits = limits;
        this.writerLimits = writerLimits;
    }

    /** What a server is by what it says of its version. */
    static Product of(String version) {
        if (version.contains("TiDB")) {
            return TIDB;
        }
        return version.contains("MariaDB") ? MARIADB : MYSQL;
    }

    /** What its makers call it. */
    String title() {
        return title;
    }

    /** The first version that is supported. */
    String oldest() {
        return oldest;
    }

    Optional<String> begin() {
        return begin;
    }

    /** What ends a select of shard rows that no claim may change. */
    String fence() {
        return fence;
    }

    /** The settings that end a statement which its node no longer waits for. */
    String limits() {
        return limits;
    }

    /** The settings that end a transaction whose node has stopped. */
    String writerLimits() {
        return writerLimits;
    }
}
