package dev.belfry.store.jdbc.mysql;

import dev.belfry.store.jdbc.FailoverContract;
import dev.belfry.store.jdbc.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** What tools for switchovers do to a primary; its user is one whom read_only does not bind. */
@Tag("contract")
class MysqlFailoverTest implements FailoverContract {
    private static final MysqlDatabase DATABASE =
            MysqlDatabase.onServerOfItsOwn("mysql-failover", Product.MYSQL);

    @Override
    public TestDatabase database() {
        return DATABASE;
    }

    @Override
    public List<List<String>> demotions() {
        return List.of(
                List.of("SET GLOBAL super_read_only = 1"), List.of("SET GLOBAL read_only = 1"));
    }

    @Override
    public List<String> promotion() {
        return List.of("SET GLOBAL super_read_only = 0", "SET GLOBAL read_only = 0");
    }

    @Override
    public List<Loss> losses() {
        return List.of(
                new Loss(
                        "innodb_flush_log_at_trx_commit",
                        List.of("SET GLOBAL innodb_flush_log_at_trx_commit = 2"),
                        List.of("SET GLOBAL innodb_flush_log_at_trx_commit = 1")));
    }
}
