package dev.belfry.store.jdbc.standin;

import dev.belfry.core.store.SchemaStep;
import dev.belfry.core.store.StoreSchema;
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

    @Override
    public StoreSchema schema(String url) {
        return new OneAtATime(
                hasFlyway
                        ? JdbcServer.super.schema(url)
                        : new VersionedScripts(url, migrations(), clauses(), _ -> false));
    }

    /** Because H2 ends a transaction with each CREATE TABLE. */
    private record OneAtATime(StoreSchema schema) implements StoreSchema {
        @Override
        public List<SchemaStep> steps() {
            return schema.steps();
        }

        @Override
        public void apply() {
            synchronized (OneAtATime.class) {
                schema.apply();
            }
        }

        @Override
        public int check() {
            return schema.check();
        }
    }

    @Override
    public Inspection inspect(Connection connection) {
        return new Inspection("H2", "", List.of());
    }
}
