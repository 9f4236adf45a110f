package dev.belfry.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** A database server that a store can be opened on. It answers questions. Immutable. */
public interface DatabaseServer {
    Dialect dialect();

    /** What the driver is given besides the URL, which wins where both say something. */
    Map<String, String> driverProperties();

    /** The statements that set up each connection for what is promised and what is limited. */
    List<String> sessionSettings();

    /** What connections that write are set up with besides. */
    List<String> writerSettings();

    /** Where the migrations are on the class path. */
    String migrations();

    /**
     * Looks at the settings that promises rest on.
     *
     * @throws dev.belfry.core.store.StoreException.Rejected if a promise can not be kept on them;
     *     the message says what to change
     */
    void requireUsable(Connection connection) throws SQLException;
}
