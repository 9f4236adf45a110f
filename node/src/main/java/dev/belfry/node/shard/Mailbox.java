package dev.belfry.node.shard;

/** The way into a loop: what is posted runs there, one at a time, in order. Thread-safe. */
public interface Mailbox {
    void post(Runnable message);
}
