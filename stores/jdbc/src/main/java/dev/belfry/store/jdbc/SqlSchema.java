package dev.belfry.store.jdbc;

import dev.belfry.core.store.SchemaStep;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoreSchema;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/** Brings a database's tables to the version this node knows; forward only. */
public final class SqlSchema implements StoreSchema {
    private final String location;
    private final Map<String, String> clauses;
    private final Flyway flyway;
    private final Predicate<SQLException> mayPass;

    /**
     * In a file of the node's own: what fails there fails again.
     *
     * @param location of the migrations on the class path
     */
    public SqlSchema(DataSource database, String location) {
        this(location, Map.of(), configuration(location).dataSource(database), _ -> false);
    }

    /**
     * On a server.
     *
     * @param url of the database, with all that is needed to log in
     */
    public SqlSchema(String url, JdbcServer server) {
        this(
                server.migrations(),
                server.clauses(),
                configuration(url, server),
                new SqlErrors(server.dialect())::mayPass);
    }

    private SqlSchema(
            String location,
            Map<String, String> clauses,
            FluentConfiguration configuration,
            Predicate<SQLException> mayPass) {
        this.location = location;
        this.clauses = clauses;
        this.flyway = configuration.load();
        this.mayPass = mayPass;
    }

    private static FluentConfiguration configuration(String url, JdbcServer server) {
        var configuration =
                configuration(server.migrations())
                        .dataSource(url, null, null)
                        .placeholders(server.clauses());
        server.migrationSettings().map(ConnectionSettings::new).ifPresent(configuration::callbacks);
        return configuration;
    }

    private static FluentConfiguration configuration(String location) {
        return Flyway.configure(SqlSchema.class.getClassLoader())
                .locations("classpath:" + location)
                .loggers(QuietLog.Creator.class.getName());
    }

    @Override
    public List<SchemaStep> steps() {
        return MigrationScript.steps(location, MigrationScript.in(location, clauses));
    }

    /** Where nothing is pending, no right to create or alter anything is needed. */
    @Override
    public void apply() {
        try {
            var found = flyway.info();
            requireKnown(found);
            if (found.pending().length > 0) {
                flyway.migrate();
            } else {
                flyway.validate();
            }
        } catch (FlywayException e) {
            throw failure(e);
        }
    }

    @Override
    public int check() {
        try {
            var found = flyway.info();
            requireKnown(found);
            var newest =
                    newest(found)
                            .map(it -> it.getVersion().getVersion())
                            .orElseThrow(() -> StoreSchema.missing("the schema"));
            if (found.pending().length > 0) {
                throw StoreSchema.older(newest, steps().getLast().version());
            }
            flyway.validate();
            return Integer.parseInt(newest);
        } catch (FlywayException e) {
            throw failure(e);
        }
    }

    private StoreException failure(FlywayException failure) {
        return failure(
                failure,
                causes(failure)
                        .flatMap(cause -> cause instanceof SQLException sql ? Stream.of(sql) : null)
                        .filter(mayPass)
                        .findFirst());
    }

    /**
     * What a failure means for whoever opens a store.
     *
     * @param passing the cause that may be gone at the next start
     */
    static StoreException failure(Exception failure, Optional<SQLException> passing) {
        return passing.<StoreException>map(
                        cause ->
                                new StoreException.Unavailable(
                                        "the schema can not be looked at now: "
                                                + cause.getMessage(),
                                        failure))
                .orElseGet(
                        () ->
                                new StoreException.Rejected(
                                        "the schema can not be used or upgraded: "
                                                + failure.getMessage(),
                                        failure));
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
    }

    private static void requireKnown(MigrationInfoService found) {
        var newest = newest(found);
        if (newest.isPresent() && newest.get().getState().name().startsWith("FUTURE")) {
            throw newer(newest.get().getVersion().getVersion());
        }
    }

    static StoreException.Rejected newer(String version) {
        return new StoreException.Rejected(
                "the schema has version %s, which is newer than this node knows: upgrade this node"
                        .formatted(version));
    }

    private static Optional<MigrationInfo> newest(MigrationInfoService found) {
        return Arrays.stream(found.applied()).reduce((_, later) -> later);
    }
}
