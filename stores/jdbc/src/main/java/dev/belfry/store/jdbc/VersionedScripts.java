package dev.belfry.store.jdbc;

import dev.belfry.core.store.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.zip.CRC32;

/**
 * Brings a database's tables to the version this node knows, where Flyway has no module for the
 * server. It reads the same scripts and writes the same table of them, so that Flyway can take
 * over. Forward only, each script in a transaction of its own.
 */
public final class VersionedScripts {
    private static final String HISTORY = "flyway_schema_history";

    static final String CREATE_HISTORY =
            """
            CREATE TABLE flyway_schema_history (
                installed_rank int            NOT NULL,
                version        nvarchar(50),
                description    nvarchar(200)  NOT NULL,
                type           nvarchar(20)   NOT NULL,
                script         nvarchar(1000) NOT NULL,
                checksum       int,
                installed_by   nvarchar(100)  NOT NULL,
                installed_on   datetime       NOT NULL DEFAULT CURRENT_TIMESTAMP,
                execution_time int            NOT NULL,
                success        bit            NOT NULL,
                CONSTRAINT flyway_schema_history_pk PRIMARY KEY (installed_rank)
            )
            """;

    /** Whoever has read it so is the only one who migrates. */
    static final String LOCK_HISTORY =
            """
            SELECT version, checksum FROM flyway_schema_history WITH (TABLOCKX, HOLDLOCK)
            ORDER BY installed_rank
            """;

    static final String ADD =
            """
            INSERT INTO flyway_schema_history
                (installed_rank, version, description, type, script, checksum, installed_by,
                    execution_time, success)
            VALUES (?, ?, ?, 'SQL', ?, ?, 'belfry', 0, 1)
            """;

    private final String url;
    private final List<Script> scripts;
    private final Predicate<SQLException> mayPass;

    /**
     * @param location of the scripts on the class path, and of {@code scripts}, the list of them
     * @param clauses that stand in the scripts by their names
     * @param mayPass whether a failure may be gone at the next start
     */
    public VersionedScripts(
            String url,
            String location,
            Map<String, String> clauses,
            Predicate<SQLException> mayPass) {
        this.url = url;
        this.mayPass = mayPass;
        this.scripts =
                read(location + "/scripts")
                        .lines()
                        .map(name -> new Script(name, read(location + "/" + name), clauses))
                        .toList();
    }

    /** A script by its name, such as {@code V1__timers.sql}. */
    private record Script(String name, String text, Map<String, String> clauses) {
        String version() {
            return name.substring(1, name.indexOf("__"));
        }

        String description() {
            return name.substring(name.indexOf("__") + 2, name.lastIndexOf('.')).replace('_', ' ');
        }

        /** As Flyway counts: over the lines, without what ends them. */
        int checksum() {
            var crc = new CRC32();
            text.lines().forEach(line -> crc.update(line.getBytes(StandardCharsets.UTF_8)));
            return (int) crc.getValue();
        }

        List<String> statements() {
            return VersionedScripts.statements(text, clauses);
        }
    }

    private record Applied(String version, int checksum) {}

    /** The statements of a script: each ends with a semicolon at the end of a line. */
    static List<String> statements(String text, Map<String, String> clauses) {
        var filled = text.replaceAll("(?m)^--.*$", "");
        for (var clause : clauses.entrySet()) {
            filled = filled.replace("${%s}".formatted(clause.getKey()), clause.getValue());
        }
        return List.of(filled.split(";\\s*(\\n|$)", -1)).stream()
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toList();
    }

    /**
     * Creates or upgrades the tables.
     *
     * @throws StoreException.Rejected if they are newer than this node, or not Belfry's
     * @throws StoreException.Unavailable if the database went away meanwhile
     */
    public void migrate() {
        try (var connection = DriverManager.getConnection(url)) {
            createHistory(connection);
            connection.setAutoCommit(false);
            while (!isDone(connection)) {
                connection.commit();
            }
            connection.rollback();
        } catch (SQLException e) {
            throw SqlSchema.failure(e, Optional.of(e).filter(mayPass));
        }
    }

    /** Runs the next script, if there is one. The lock lasts for one transaction. */
    private boolean isDone(Connection connection) throws SQLException {
        var applied = applied(connection);
        requireKnown(applied);
        if (applied.size() == scripts.size()) {
            return true;
        }
        run(connection, scripts.get(applied.size()), applied.size() + 1);
        return false;
    }

    private static void createHistory(Connection connection) throws SQLException {
        if (!hasHistory(connection)) {
            try (var statement = connection.createStatement()) {
                statement.execute(CREATE_HISTORY);
            } catch (SQLException e) {
                // Another node may have been faster.
                if (!hasHistory(connection)) {
                    throw e;
                }
            }
        }
    }

    private static boolean hasHistory(Connection connection) throws SQLException {
        try (var tables =
                connection
                        .getMetaData()
                        .getTables(
                                connection.getCatalog(), connection.getSchema(), HISTORY, null)) {
            return tables.next();
        }
    }

    private static List<Applied> applied(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(LOCK_HISTORY)) {
            var applied = new ArrayList<Applied>();
            while (result.next()) {
                applied.add(new Applied(result.getString(1), result.getInt(2)));
            }
            return applied;
        }
    }

    private void requireKnown(List<Applied> applied) {
        for (int i = 0; i < applied.size(); i++) {
            var found = applied.get(i);
            if (i >= scripts.size()) {
                throw SqlSchema.newer(found.version());
            }
            if (!found.equals(new Applied(scripts.get(i).version(), scripts.get(i).checksum()))) {
                throw new StoreException.Rejected(
                        "the schema was not made by %s, which this node knows"
                                .formatted(scripts.get(i).name()));
            }
        }
    }

    private static void run(Connection connection, Script script, int rank) throws SQLException {
        try (var statement = connection.createStatement();
                var add = connection.prepareStatement(ADD)) {
            for (var sql : script.statements()) {
                statement.execute(sql);
            }
            add.setInt(1, rank);
            add.setString(2, script.version());
            add.setString(3, script.description());
            add.setString(4, script.name());
            add.setInt(5, script.checksum());
            add.executeUpdate();
        }
    }

    static String read(String resource) {
        try (var stream = VersionedScripts.class.getClassLoader().getResourceAsStream(resource)) {
            return new String(
                    Objects.requireNonNull(stream, resource).readAllBytes(),
                    StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
