package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

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

    /** The empty keyspace, while a server is away: truncating needs all of them. */
    CassandraTimerStore emptiedStore() {
        var tables = session.getMetadata().getKeyspace(name()).orElseThrow().getTables().values();
        for (var table : tables) {
            if (!table.getName().asInternal().equals("settings")) {
                removePartitions(table);
            }
        }
        return store();
    }

    private void removePartitions(TableMetadata table) {
        var key =
                table.getPartitionKey().stream()
                        .map(column -> column.getName().asCql(true))
                        .toList();
        var all = "SELECT DISTINCT %s FROM %s".formatted(String.join(", ", key), table.getName());
        var delete =
                session.prepare(
                        "DELETE FROM %s WHERE %s = ?"
                                .formatted(table.getName(), String.join(" = ? AND ", key)));
        for (var row : session.execute(quorum(SimpleStatement.newInstance(all)))) {
            var values = IntStream.range(0, key.size()).mapToObj(row::getObject).toArray();
            session.execute(quorum(delete.bind(values)));
        }
    }

    private static <T extends Statement<T>> T quorum(T statement) {
        return statement.setConsistencyLevel(DefaultConsistencyLevel.LOCAL_QUORUM);
    }

    private boolean isUsed(String table) {
        return session.execute("SELECT * FROM %s LIMIT 1".formatted(table)).one() != null;
    }

    CassandraTimerStore store() {
        return new CassandraTimerStore(new Cql(session, () -> {}));
    }
}
