package dev.belfry.store.jdbc;

import dev.belfry.core.store.SchemaStep;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoreSchema;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Brings a database's tables to the version this node knows, where Flyway has no module for the
 * server. It reads the same scripts and writes the same table of them, so that Flyway can take
 * over. Forward only, each script in a transaction of its own.
 */
public final class VersionedScripts implements StoreSchema {
    private static final String HISTORY = "flyway_schema_history";

    /** Whoever has read it so is the only one who migrates. */
    static final String LOCK_HISTORY =
            """
            SELECT version, checksum FROM flyway_schema_history WITH (TABLOCKX, HOLDLOCK)
            ORDER BY installed_rank
            """;

    private final String url;
    private final String location;
    private final List<String> history;
    private final List<MigrationScript> scripts;
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
        this.scripts = MigrationScript.in(location, clauses);
        this.location = location;
        this.history = MigrationScript.history(location);
    }

    private record Applied(String version, int checksum) {}

    @Override
    public List<SchemaStep> steps() {
        return MigrationScript.steps(location, scripts);
    }

    @Override
    public void apply() {
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

    @Override
    public int check() {
        try (var connection = DriverManager.getConnection(url)) {
            if (!hasHistory(connection)) {
                throw StoreSchema.missing("the schema");
            }
            var applied = applied(connection);
            requireKnown(applied);
            if (applied.size() < scripts.size()) {
                throw StoreSchema.older(String.valueOf(applied.size()), scripts.size());
            }
            return applied.size();
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
        run(connection, scripts.get(applied.size()));
        return false;
    }

    private void createHistory(Connection connection) throws SQLException {
        if (!hasHistory(connection)) {
            try (var statement = connection.createStatement()) {
                statement.execute(history.getFirst());
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

    private void run(Connection connection, MigrationScript script) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (var sql : script.statements()) {
                statement.execute(sql);
            }
            statement.execute(script.in(history.getLast()));
        }
    }
}
