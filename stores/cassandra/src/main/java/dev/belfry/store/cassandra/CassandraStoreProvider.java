package dev.belfry.store.cassandra;

import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.TimerStore;

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
    @Override
    public String scheme() {
        return "cassandra";
    }

    @Override
    public TimerStore open(String url) {
        var parsed = CassandraUrl.parse(url);
        var session = new CassandraOpening(parsed).session();
        return new CassandraTimerStore(new Cql(session, session::close));
    }
}
