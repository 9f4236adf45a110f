package dev.belfry.store.jdbc;

import static org.assertj.core.api.Assertions.assertThatCode;

import com.alibaba.druid.DbType;
import com.alibaba.druid.sql.SQLUtils;
import java.util.List;
import org.apache.shardingsphere.sql.parser.api.CacheOption;
import org.apache.shardingsphere.sql.parser.api.SQLParserEngine;

/** Two grammars of a server that can not be had, which take a statement or complain. */
public final class Grammars {
    private final SQLParserEngine shardingSphere;
    private final DbType druid;

    /**
     * @param name ShardingSphere's name of the server
     */
    public Grammars(String name, DbType druid) {
        this.shardingSphere = new SQLParserEngine(name, new CacheOption(1, 1));
        this.druid = druid;
    }

    public void requireBoth(String statement) {
        requireShardingSphere(statement);
        requireDruid(statement);
    }

    public void requireShardingSphere(String statement) {
        assertThatCode(() -> shardingSphere.parse(statement, false))
                .as("ShardingSphere: %s", statement)
                .doesNotThrowAnyException();
    }

    public void requireDruid(String statement) {
        assertThatCode(() -> parseDruid(statement))
                .as("Druid: %s", statement)
                .doesNotThrowAnyException();
    }

    private List<?> parseDruid(String statement) {
        return SQLUtils.parseStatements(statement, druid);
    }
}
