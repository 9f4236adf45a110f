package dev.belfry.bench.peer;

/** Posts a body to the receiver and returns when it was taken. Thread-safe. */
interface Caller {
    void post(String body);
}
