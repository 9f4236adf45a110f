package dev.belfry.store.jdbc;

import dev.belfry.core.store.StoreSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A database server that a store can be opened on. Immutable. */
public interface JdbcServer {
    Dialect dialect();

    /** What the driver is given besides the URL, which wins where both say something. */
    Map<String, String> driverProperties();

    /** The statements that set up each connection for what is promised and what is limited. */
    List<String> sessionSettings();

    /** What connections that write are set up with besides. */
    default List<String> writerSettings() {
        return List.of();
    }

    /**
     * What connections that migrate are set up with: who waits long for a table makes all who come
     * after it wait, and the nodes that run would lose their proof of life.
     */
    default Optional<String> migrationSettings() {
        return Optional.empty();
    }

    /** Where the migrations are on the class path. */
    String migrations();

    /** Clauses of the migrations that do not change what a table holds, by their names. */
    default Map<String, String> clauses() {
        return Map.of();
    }

    /** The tables of a database by its URL. */
    default StoreSchema schema(String url) {
        return new SqlSchema(url, this);
    }

    /**
     * Looks at the settings that promises rest on. It is asked for each connection and again all
     * the time, because settings and servers change: one cheap query.
     *
     * @throws dev.belfry.core.store.StoreException.Rejected if a promise can not be kept on them;
     *     the message says what to change
     */
    Inspection inspect(Connection connection) throws SQLException;

    /**
     * Looks at tables that are there.
     *
     * @throws dev.belfry.core.store.StoreException.Rejected if they were made another way than this
     *     node was told
     */
    default void requireTables(Connection connection) throws SQLException {}
}
