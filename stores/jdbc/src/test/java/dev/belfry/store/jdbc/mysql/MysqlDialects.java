package dev.belfry.store.jdbc.mysql;

import dev.belfry.store.jdbc.Dialect;

/** The dialects of the servers that speak MySQL's protocol. */
public final class MysqlDialects {
    private MysqlDialects() {}

    public static Dialect mysql() {
        return new MysqlDialect(Product.MYSQL);
    }

    public static Dialect mariadb() {
        return new MysqlDialect(Product.MARIADB);
    }

    public static Dialect tidb() {
        return new MysqlDialect(Product.TIDB);
    }
}
