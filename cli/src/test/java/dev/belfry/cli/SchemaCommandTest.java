package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaCommandTest {
    @TempDir private Path folder;

    private final Shell shell = new Shell("http://localhost:1");

    private Shell.Result schema(String verb, String... more) {
        var words = new String[4 + more.length];
        words[0] = "schema";
        words[1] = verb;
        words[2] = "--data-dir";
        words[3] = folder.resolve("data").toString();
        System.arraycopy(more, 0, words, 4, more.length);
        return shell.run(words);
    }

    @Test
    void whatIsMissingIsToldThenMadeThenFound() {
        var missing = schema("check");
        assertThat(missing.code()).as(missing.err()).isEqualTo(3);
        assertThat(missing.err()).contains("belfry schema apply");
        assertThat(schema("apply").code()).isZero();
        var found = schema("check");
        assertThat(found.code()).as(found.err()).isZero();
        assertThat(found.out()).contains("the schema has version 5");
    }

    @Test
    void theStatementsArePrintedWithoutADatabase() {
        assertThat(schema("print").out())
                .contains("CREATE TABLE flyway_schema_history", "CREATE TABLE timers");
        assertThat(schema("print", "--after", "4").out())
                .contains("V5__history.sql")
                .doesNotContain("CREATE TABLE");
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void theStatementsOfSeveralDatabasesSayWhoseTheyAre() {
        var printed =
                shell.run(
                        "schema",
                        "print",
                        "--set",
                        "store.databases.east=" + url("east"),
                        "--set",
                        "store.databases.west=" + url("west"),
                        "--set",
                        "groups.default.databases=east");
        assertThat(printed.out().lines().filter(it -> it.startsWith("-- database ")))
                .as(printed.err())
                .containsExactly("-- database east", "-- database west");
    }

    private String url(String name) {
        return "sqlite:" + folder.resolve(name);
    }

    @Test
    void aStoreWithoutAWayToDoSoIsRefused() {
        var refused = schema("print", "--store-url", "dynamodb://eu-central-1/belfry");
        assertThat(refused.code()).as(refused.err()).isEqualTo(4);
        assertThat(refused.err()).contains("store.migrate: always");
    }

    @Test
    void aServerThatMayNotMigrateSaysWhatToRun() {
        var data = folder.resolve("data").toString();
        var refused =
                shell.run(
                        "serve", "--port", "0", "--data-dir", data, "--set", "store.migrate=never");
        assertThat(refused.code()).as(refused.err()).isEqualTo(5);
        assertThat(refused.err()).contains("the store can not be used", "belfry schema apply");
    }
}
