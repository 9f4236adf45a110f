package dev.belfry.check.outages;

import java.io.IOException;
import java.util.List;

/** A database that a test has to itself and brings into trouble. Confined to one thread. */
interface FaultyDatabase extends AutoCloseable {
    String name();

    /** Starts it, empty. */
    void start() throws Exception;

    /** What a server is told, and what troubles stand in the way of. */
    String url() throws IOException;

    /** The way past all troubles. */
    String urlPastTroubles() throws IOException;

    /** What can be done to it, or to the way there. */
    List<Outage> outages();

    void begin(Outage outage) throws Exception;

    void end(Outage outage) throws Exception;

    /** It is gone, with all its data. */
    @Override
    void close() throws IOException;
}
