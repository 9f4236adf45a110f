package dev.belfry.system;

class MysqlOutageTest extends OutageContract {
    MysqlOutageTest() {
        super("mysql");
    }
}
