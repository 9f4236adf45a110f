package dev.belfry.store.jdbc.standin;

import dev.belfry.store.jdbc.Dialect;
import dev.belfry.store.jdbc.Inspection;
import dev.belfry.store.jdbc.JdbcServer;
import dev.belfry.store.jdbc.VersionedScripts;
import java.sql.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** H2 in the mode of a server: its tables without the clauses that only the server knows. */
final class StandinServer implements JdbcServer {
    private final JdbcServer real;
    private final boolean hasFlyway;

    StandinServer(JdbcServer real, boolean hasFlyway) {
        this.real = real;
        this.hasFlyway = hasFlyway;
    }

    @Override
    public Dialect dialect() {
        return new StandinDialect(real.dialect());
    }

    @Override
    public Map<String, String> driverProperties() {
        return Map.of();
    }

    @Override
    public List<String> sessionSettings() {
        return List.of("SET LOCK_TIMEOUT 200");
    }

    @Override
    public String migrations() {
        return real.migrations();
    }

    /** What follows an ALTER TABLE can not be nothing. */
    @Override
    public Map<String, String> clauses() {
        var clauses = new HashMap<String, String>();
        real.clauses().keySet().forEach(name -> clauses.put(name, ""));
        clauses.replace("rows_only", "SET REFERENTIAL_INTEGRITY TRUE");
        return clauses;
    }

    /** One at a time, because H2 ends a transaction with each CREATE TABLE. */
    @Override
    public void migrate(String url) {
        synchronized (StandinServer.class) {
            if (hasFlyway) {
                JdbcServer.super.migrate(url);
            } else {
                new VersionedScripts(url, migrations(), clauses(), _ -> false).migrate();
            }
        }
    }

    @Override
    public Inspection inspect(Connection connection) {
        return new Inspection("H2", List.of());
    }
}
