package dev.belfry.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.store.jdbc.mysql.MysqlDialects;
import dev.belfry.store.jdbc.oracle.OracleDialect;
import dev.belfry.store.jdbc.postgres.PostgresDialect;
import dev.belfry.store.jdbc.sqlite.SqliteDialect;
import dev.belfry.store.jdbc.sqlserver.SqlServerDialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every statement of every dialect, whole, in a file to read and to search. */
class StatementFilesTest {
    private static final Map<String, Dialect> DIALECTS =
            Map.of(
                    "postgresql", new PostgresDialect(),
                    "mysql", MysqlDialects.mysql(),
                    "mariadb", MysqlDialects.mariadb(),
                    "tidb", MysqlDialects.tidb(),
                    "sqlite", new SqliteDialect(),
                    "oracle", new OracleDialect(),
                    "sqlserver", new SqlServerDialect());

    /** Written anew with -Dbelfry.statements.write=true. */
    @TestFactory
    Stream<DynamicTest> theFileOfADialectSaysWhatIsSent() {
        return DIALECTS.entrySet().stream()
                .map(
                        it ->
                                DynamicTest.dynamicTest(
                                        it.getKey(), () -> compare(it.getKey(), it.getValue())));
    }

    private static void compare(String name, Dialect dialect) throws IOException {
        var file = Path.of("src", "test", "resources", "statements", name + ".sql");
        if (Boolean.getBoolean("belfry.statements.write")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text(name, dialect));
        }
        assertThat(Files.readString(file))
                .as("run the test with -Dbelfry.statements.write=true to write the file anew")
                .isEqualTo(text(name, dialect));
    }

    private static String text(String name, Dialect dialect) {
        return StatementsOf.named(dialect).entrySet().stream()
                .map(it -> "-- %s\n%s;\n".formatted(it.getKey(), it.getValue().strip()))
                .collect(
                        Collectors.joining(
                                "\n",
                                "-- All statements on %s, by the place in the code that words them; lists of two.\n\n"
                                        .formatted(name),
                                ""));
    }
}
