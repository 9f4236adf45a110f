package dev.belfry.store.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import dev.belfry.core.store.StoreException;

/**
 * Where a store is: {@code mongodb://user:password@host1,host2/database?replicaSet=rs0}, with the
 * options of MongoDB's own connection strings.
 */
record MongoUrl(ConnectionString connection, String database) {
    private static final String LOOKS_LIKE =
            "a store URL of MongoDB looks like"
                    + " mongodb://user:password@host1,host2:27017/database?replicaSet=rs0 or"
                    + " mongodb+srv://user:password@host/database";

    static MongoUrl parse(String url) {
        var connection = connection(url);
        var database = connection.getDatabase();
        if (database == null || connection.getCollection() != null) {
            throw refused("after the hosts comes the name of one database, without a dot");
        }
        requireWrites(connection);
        requireReads(connection);
        return new MongoUrl(connection, database);
    }

    /** Neither the URL nor the driver's words about it are repeated: both may hold a password. */
    private static ConnectionString connection(String url) {
        try {
            return new ConnectionString(url);
        } catch (IllegalArgumentException _) {
            throw refused(
                    "this one can not be read; user and password are percent-encoded, and options are those of MongoDB");
        } catch (MongoException e) {
            throw new StoreException.Unavailable("the hosts of mongodb+srv were not found", e);
        }
    }

    /** Timers that were acknowledged must survive the loss of a member. */
    private static void requireWrites(ConnectionString connection) {
        var concern = connection.getWriteConcern();
        if (concern == null) {
            return;
        }
        var journal = concern.getJournal();
        if (!"majority".equals(concern.getWObject()) || (journal != null && !journal)) {
            throw refused("Belfry writes with w=majority and journal=true; leave both out");
        }
    }

    private static void requireReads(ConnectionString connection) {
        var preference = connection.getReadPreference();
        if (preference != null && !preference.equals(ReadPreference.primary())) {
            throw refused("Belfry reads from the primary; leave readPreference out");
        }
    }

    private static StoreException.Rejected refused(String complaint) {
        return new StoreException.Rejected(LOOKS_LIKE + ": " + complaint);
    }
}
