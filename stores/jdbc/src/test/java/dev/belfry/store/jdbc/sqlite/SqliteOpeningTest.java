package dev.belfry.store.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.store.Pause;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.GroupId;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteOpeningTest {
    @TempDir Path folder;

    private TimerStore open(String file) {
        return new SqliteStoreProvider().open("sqlite:" + folder.resolve(file));
    }

    @Test
    void theProviderIsFoundByItsScheme() {
        assertThat(ServiceLoader.load(StoreProvider.class))
                .anyMatch(provider -> provider.scheme().equals("sqlite"));
    }

    @Test
    void theFolderIsCreated() {
        open("a/b/belfry.db").close();
        assertThat(folder.resolve("a/b/belfry.db")).exists();
    }

    @Test
    void aUrlWithoutAPathIsRefusedWithAnExample() {
        assertThatThrownBy(() -> new SqliteStoreProvider().open("sqlite:"))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("sqlite:/path/to/belfry.db");
    }

    @Test
    void aSecondStoreOfTheSameProcessIsRefused() {
        try (var store = open("belfry.db")) {
            assertThatThrownBy(() -> open("belfry.db"))
                    .isInstanceOf(StoreException.Rejected.class)
                    .hasMessageContaining("already in use by another store of this process");
            assertThat(store.pauses().inForce()).isEmpty();
        }
        open("belfry.db").close();
    }

    @Test
    void anotherProcessIsRefusedEvenAfterARefusalInThisOne() throws Exception {
        try (var _ = open("belfry.db")) {
            assertThatThrownBy(() -> open("belfry.db")).isInstanceOf(StoreException.class);
            assertThat(openInAnotherProcess())
                    .contains("already in use by another process")
                    .contains("pid " + ProcessHandle.current().pid());
        }
        assertThat(openInAnotherProcess()).contains("opened");
    }

    private String openInAnotherProcess() throws Exception {
        var process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                OpenElsewhere.class.getName(),
                                "sqlite:" + folder.resolve("belfry.db"))
                        .redirectErrorStream(true)
                        .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** What the other process does. */
    static final class OpenElsewhere {
        private OpenElsewhere() {}

        public static void main(String[] args) {
            try (var _ = new SqliteStoreProvider().open(args[0])) {
                System.out.println("opened");
            } catch (StoreException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void aSchemaFromANewerNodeIsRefused() throws Exception {
        open("belfry.db").close();
        try (var connection = DriverManager.getConnection(jdbcUrl("belfry.db"));
                var statement = connection.createStatement()) {
            statement.execute(
                    "INSERT INTO flyway_schema_history SELECT 9999, '9999', 'later', type,"
                            + " 'V9999__later.sql', 1, installed_by, installed_on, 1, 1"
                            + " FROM flyway_schema_history WHERE version = '1'");
        }
        assertThatThrownBy(() -> open("belfry.db"))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("version 9999")
                .hasMessageContaining("newer than this node knows");
    }

    @Test
    void pausesOfBeforeThereWereRecordsAreCarriedOver() throws Exception {
        open("belfry.db").close();
        var script = Path.of("src", "main", "resources", "db", "migration", "sqlite");
        try (var connection = DriverManager.getConnection(jdbcUrl("belfry.db"));
                var statement = connection.createStatement()) {
            statement.executeUpdate(
                    "DROP TABLE records; DROP TABLE record_kinds;"
                            + " CREATE TABLE pauses (group_id TEXT, since INTEGER, reason TEXT);"
                            + " INSERT INTO pauses VALUES ('one', 1000, 'a reason')");
            statement.executeUpdate(Files.readString(script.resolve("V4__records.sql")));
        }
        try (var store = open("belfry.db")) {
            assertThat(store.pauses().inForce())
                    .containsExactly(
                            new Pause(
                                    new GroupId("one"),
                                    Instant.ofEpochSecond(1),
                                    Optional.of("a reason")));
        }
    }

    @Test
    void aFileThatIsNoDatabaseIsRefusedAndNotTouched() throws Exception {
        var file = folder.resolve("belfry.db");
        var text = "this is a letter and not a database, whatever its name says ".repeat(99);
        Files.writeString(file, text);
        assertThatThrownBy(() -> open("belfry.db"))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("belfry.db is damaged or not a SQLite database");
        assertThat(file).hasContent(text);
    }

    @Test
    void aFolderInPlaceOfTheFileSaysSo() throws Exception {
        Files.createDirectory(folder.resolve("belfry.db"));
        assertThatThrownBy(() -> open("belfry.db"))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("belfry.db can not be opened");
    }

    @Test
    void aRefusedOpeningLeavesNoLockBehind() throws Exception {
        var file = folder.resolve("belfry.db");
        Files.writeString(file, "no database".repeat(99));
        assertThatThrownBy(() -> open("belfry.db")).isInstanceOf(StoreException.class);
        Files.delete(file);
        open("belfry.db").close();
    }

    @Test
    void whatWasAcknowledgedIsInTheFilesAtOnce() throws Exception {
        try (var store = open("belfry.db")) {
            var fixture = new Fixture(store);
            for (int i = 0; i < 20; i++) {
                fixture.commit(Fixture.creates("timer-" + i + "-", 50));
                copyAsAKillWouldLeaveIt("copy" + i + ".db");
            }
        }
        for (int i = 0; i < 20; i++) {
            try (var copy = open("copy" + i + ".db")) {
                assertThat(Fixture.pending(copy)).isEqualTo(50L * (i + 1));
                assertThat(Fixture.find(copy, "timer-" + i + "-49"))
                        .isInstanceOf(Entry.Pending.class);
            }
        }
    }

    private void copyAsAKillWouldLeaveIt(String name) throws Exception {
        for (var end : new String[] {"", "-wal"}) {
            Files.copy(
                    folder.resolve("belfry.db" + end),
                    folder.resolve(name + end),
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Test
    void closingLeavesOneFileWithEverything() {
        try (var store = open("belfry.db")) {
            new Fixture(store).commit(Fixture.creates("timer", 10));
        }
        assertThat(new File(folder.toFile(), "belfry.db-wal")).doesNotExist();
        try (var store = open("belfry.db")) {
            assertThat(Fixture.pending(store)).isEqualTo(10);
        }
    }

    private String jdbcUrl(String file) {
        return "jdbc:sqlite:" + folder.resolve(file);
    }
}
