package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.concurrent.CompletableFuture;

/**
 * A keyspace of one run, with one session for all its tests: making tables takes longer than
 * emptying them.
 */
final class Keyspace {
    private final String url;
    private final CqlSession session;

    private Keyspace(String url) {
        this.url = url;
        this.session = CassandraServer.session(url);
    }

    /** A keyspace on servers that forget it by themselves. */
    static Keyspace on(CassandraServer server) {
        return new Keyspace(server.newUrl());
    }

    /** A keyspace somewhere, for as long as the process runs. */
    static Keyspace at(String url) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> CassandraServer.drop(url)));
        return new Keyspace(url);
    }

    /** The keyspace of all tests on one server. */
    static Keyspace shared() {
        return Shared.KEYSPACE;
    }

    private static final class Shared {
        private static final Keyspace KEYSPACE = at(CassandraServer.single().newUrl());
    }

    String url() {
        return url;
    }

    String name() {
        return StoreUrl.parse(url).keyspace();
    }

    CqlSession session() {
        return session;
    }

    /** The empty keyspace. Emptying a table takes much longer than seeing that it is empty. */
    CassandraTimerStore emptyStore() {
        Tables.all().stream()
                .map(Tables.Table::name)
                .filter(table -> !table.equals("settings") && isUsed(table))
                .map(table -> session.executeAsync("TRUNCATE " + table).toCompletableFuture())
                .toList()
                .forEach(CompletableFuture::join);
        return store();
    }

    private boolean isUsed(String table) {
        return session.execute("SELECT * FROM %s LIMIT 1".formatted(table)).one() != null;
    }

    CassandraTimerStore store() {
        return new CassandraTimerStore(new Cql(session, () -> {}));
    }
}
