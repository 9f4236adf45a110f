package dev.belfry.core.store;

/** Opens the stores of one kind of database; found by {@link java.util.ServiceLoader}. */
public interface StoreProvider {
    /**
     * What the URLs that this provider opens begin with, up to a colon, such as {@code sqlite} or
     * {@code jdbc:postgresql}.
     */
    String scheme();

    /**
     * Opens a store: creates or upgrades its schema and checks the settings that durability rests
     * on.
     *
     * @throws StoreException.Rejected if the database can not be used as it is; the message says
     *     what to do
     * @throws StoreException.Unavailable if it can not be reached
     */
    TimerStore open(String url);

    /** The same for a database whose password may change, with as many connections. */
    default TimerStore open(StoreAccess access) {
        return open(access.url().get());
    }

    /**
     * The schema of the database, which is not connected to before it has to be.
     *
     * @throws StoreException.Rejected if the URL can not be read, or nodes make the schema in any
     *     case
     */
    default StoreSchema schema(String url) {
        throw new StoreException.Rejected(
                "a store of %s: has no schema that its owner could make: nodes do it at their start, with store.migrate: always"
                        .formatted(scheme()));
    }
}
