package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.List;
import java.util.Optional;
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
        return CassandraUrl.parse(url).keyspace();
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

    /**
     * The empty keyspace, also while a server is dead: only all together can empty a table. What
     * was written with a later timestamp than now would stay.
     */
    CassandraTimerStore emptiedStore() {
        for (var table : List.of("groups", "pauses", "nodes")) {
            delete("%s WHERE scope = 'all'".formatted(table)).join();
        }
        session.execute(quorum("SELECT DISTINCT group_id, shard FROM shards")).all().stream()
                .map(
                        row ->
                                delete(
                                        "shards WHERE group_id = '%s' AND shard = %d"
                                                .formatted(
                                                        row.getString("group_id"),
                                                        row.getInt("shard"))))
                .toList()
                .forEach(CompletableFuture::join);
        return store();
    }

    private CompletableFuture<AsyncResultSet> delete(String rows) {
        return session.executeAsync(quorum("DELETE FROM " + rows)).toCompletableFuture();
    }

    private static SimpleStatement quorum(String text) {
        return SimpleStatement.newInstance(text).setConsistencyLevel(Cql.QUORUM);
    }

    private boolean isUsed(String table) {
        return session.execute("SELECT * FROM %s LIMIT 1".formatted(table)).one() != null;
    }

    CassandraTimerStore store() {
        return new CassandraTimerStore(new Cql(session, () -> {}), Optional.empty());
    }
}
