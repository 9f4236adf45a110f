package dev.belfry.bench.peers;

import java.util.List;

/**
 * Another scheduler, as a library in this JVM. Every job of it calls {@link Job#run}. Thread-safe.
 */
interface Peer extends AutoCloseable {
    /** Stores one job, durable on return. */
    void create(Job job) throws Exception;

    /** Stores jobs by the quickest way the library has for many, durable on return. */
    void createAll(List<Job> jobs) throws Exception;

    @Override
    void close();
}
