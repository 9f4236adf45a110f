package dev.belfry.system;

class PostgresOutageTest extends OutageContract {
    PostgresOutageTest() {
        super("postgres");
    }
}
