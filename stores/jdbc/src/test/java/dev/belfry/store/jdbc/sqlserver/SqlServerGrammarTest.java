package dev.belfry.store.jdbc.sqlserver;

import com.alibaba.druid.DbType;
import dev.belfry.store.jdbc.Grammar;
import dev.belfry.store.jdbc.Grammar.Gap;
import dev.belfry.store.jdbc.StatementsOf;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No SQL Server can be had for tests: two grammars of it see every statement. */
class SqlServerGrammarTest {
    /** What it takes for reserved words, SQL Server does not. */
    private static final Grammar SHARDING_SPHERE =
            Grammar.shardingSphere(
                    "SQLServer",
                    new Gap("\\b(mark|digest)\\b", "\"$1\""),
                    new Gap(" WITH \\([A-Z, ]+\\)", ""),
                    new Gap("LOOP JOIN", "JOIN"),
                    new Gap("\\(VALUES .*\\) AS v \\(shard, uuid\\)", "pairs AS v"),
                    new Gap("(?s)DECLARE .*?(SELECT ).* = @kills(.*);\\nEXEC.*", "$1@kills$2"),
                    new Gap("SET (XACT_ABORT ON|LOCK_TIMEOUT 200)", "SELECT 1"));

    private static final Grammar DRUID =
            Grammar.druid(
                    DbType.sqlserver,
                    new Gap("LOOP JOIN", "JOIN"),
                    new Gap(
                            "(ALTER TABLE \\w+) SET \\(LOCK_ESCALATION = DISABLE\\)",
                            "$1 ADD a int"));

    @Test
    void everyStatementIsSqlServers() {
        SHARDING_SPHERE.requireAll(statements());
        DRUID.requireAll(statements());
    }

    @Test
    void theGrammarsCanRefuse() {
        for (var grammar : List.of(SHARDING_SPHERE, DRUID)) {
            grammar.requireRefusal("SELECT uuid FROM timers WHERE (fire_at, uuid) < ?, ?");
            grammar.requireRefusal("SELECT uuid FROM timers ORDER BY");
        }
        SHARDING_SPHERE.requireRefusal("SELECT uuid FROM timers ORDER BY uuid LIMIT ?");
    }

    private static List<String> statements() {
        var server = new SqlServer();
        var statements = new ArrayList<>(StatementsOf.dialect(server.dialect()));
        statements.addAll(StatementsOf.script(server, "V1__timers.sql"));
        statements.addAll(StatementsOf.script(server, "V2__node_versions.sql"));
        statements.addAll(StatementsOf.script(server, "V3__schedules.sql"));
        statements.addAll(StatementsOf.script(server, "V4__records.sql"));
        statements.addAll(StatementsOf.script(server, "V5__history.sql"));
        statements.addAll(StatementsOf.versionedScripts());
        statements.addAll(server.sessionSettings());
        statements.add(SqlServer.FACTS);
        return statements;
    }
}
