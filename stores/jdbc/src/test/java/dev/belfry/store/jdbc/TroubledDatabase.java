package dev.belfry.store.jdbc;

/** A database on a real server on the loopback address, which tests can bring into trouble. */
public interface TroubledDatabase extends TestDatabase {
    /** The steps of opening a store behind another port of the loopback address. */
    ServerOpening openingThrough(int port);

    /** The steps of opening a store whose connections can not write. */
    ServerOpening openingReadOnly();

    /** Makes every insert of a timer fail as it does on a full disk. */
    String fillDisk();

    /** Ends what {@link #fillDisk} began. */
    String makeRoom();

    /** The port of the server, which is on the loopback address. */
    int port();
}
