package dev.belfry.store.jdbc.oracle;

import com.alibaba.druid.DbType;
import dev.belfry.store.jdbc.Grammar;
import dev.belfry.store.jdbc.Grammar.Gap;
import dev.belfry.store.jdbc.StatementsOf;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No Oracle can be had for tests: two grammars of it see every statement. */
class OracleGrammarTest {
    /** What it takes for reserved words, Oracle does not. */
    private static final Grammar SHARDING_SPHERE =
            Grammar.shardingSphere(
                    "Oracle",
                    new Gap("\\b(mark|digest|value|parameter)\\b", "\"$1\""),
                    new Gap("LOB \\(payload\\) STORE AS .*", ""),
                    new Gap("CALL (belfry_end_stopped)\\(\\)", "SELECT $1() FROM dual"));

    private static final Grammar DRUID =
            Grammar.druid(DbType.oracle, new Gap("CROSS APPLY", "CROSS JOIN"));

    @Test
    void everyStatementIsOracles() {
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
        var server = new OracleServer();
        var statements = new ArrayList<>(StatementsOf.dialect(server.dialect()));
        statements.addAll(StatementsOf.script(server, "V1__timers.sql"));
        statements.addAll(StatementsOf.script(server, "V2__node_versions.sql"));
        statements.addAll(StatementsOf.script(server, "V3__schedules.sql"));
        statements.addAll(StatementsOf.script(server, "V4__records.sql"));
        statements.addAll(StatementsOf.script(server, "V5__history.sql"));
        statements.addAll(server.sessionSettings());
        statements.add(OracleServer.FACTS);
        return statements;
    }
}
