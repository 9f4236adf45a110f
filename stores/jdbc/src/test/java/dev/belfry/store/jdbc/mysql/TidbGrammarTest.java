package dev.belfry.store.jdbc.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.store.jdbc.Partitions;
import dev.belfry.store.jdbc.StatementsOf;
import dev.belfry.store.jdbc.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** TiDB's own grammar takes every statement; there is no TiDB to run them on. */
@Tag("contract")
class TidbGrammarTest {
    /** What other servers take is among them, to see that the grammar can refuse. */
    private static final List<String> REFUSED =
            List.of(
                    "SELECT * FROM shards s, LATERAL (SELECT 1 FROM timers) t",
                    "BEGIN /*T! GENTLE */");

    @Test
    void everyStatementAndMigrationIsTiDbs() throws IOException {
        var server = new MysqlServer(Product.TIDB, Partitions.in("?partitions=8"));
        var statements = new ArrayList<>(StatementsOf.dialect(server.dialect()));
        statements.addAll(server.sessionSettings());
        statements.addAll(server.writerSettings());
        statements.addAll(StatementsOf.script(server, "V1__timers.sql"));
        statements.addAll(StatementsOf.script(server, "V2__node_versions.sql"));
        statements.addAll(StatementsOf.script(server, "V3__schedules.sql"));
        statements.addAll(StatementsOf.script(server, "V4__records.sql"));
        statements.addAll(StatementsOf.script(server, "V5__history.sql"));
        statements.addAll(REFUSED);

        var answer = answer(statements);
        assertThat(answer).contains("in: " + REFUSED.get(0)).contains("in: " + REFUSED.get(1));
        assertThat(answer).endsWith("%d statements, 2 refused\n".formatted(statements.size()));
    }

    private static String answer(List<String> statements) throws IOException {
        var process =
                new ProcessBuilder(TestServer.script("tidb-grammar").toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (var input = process.outputWriter(StandardCharsets.UTF_8)) {
            for (var statement : statements) {
                input.write(statement + "\0");
            }
        }
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
