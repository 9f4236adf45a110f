package dev.belfry.store.cassandra;

import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.TimerStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens keyspaces of Apache Cassandra:
 *
 * <pre>cassandra://user:password@host1,host2:9042/keyspace?dc=dc1&amp;replication=3&amp;tls=true
 * </pre>
 *
 * <p>User and password are left out where the servers ask for none; both are percent-encoded. The
 * keyspace is made if it is not there, with as many replicas in the data centre as {@code
 * replication} says, 3 unless told otherwise. {@code dc} is remembered with the first opening: a
 * store that was opened in one data centre is never written through another.
 */
public final class CassandraStoreProvider implements StoreProvider {
    private static final Logger LOG = LoggerFactory.getLogger(CassandraStoreProvider.class);

    @Override
    public String scheme() {
        return "cassandra";
    }

    @Override
    public TimerStore open(String url) {
        var parsed = CassandraUrl.parse(url);
        var opening = new CassandraOpening(parsed);
        var session = opening.session();
        var weakness = opening.weakness(session);
        weakness.ifPresent(
                it -> LOG.atWarn().addKeyValue("because", it).log("the database is weak"));
        return new CassandraTimerStore(new Cql(session, session::close), weakness);
    }
}
