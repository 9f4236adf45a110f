package dev.belfry.bench.peers;

import java.io.Serializable;
import java.time.Instant;

/**
 * What a peer stores for a timer: as many bytes as Belfry gets.
 *
 * @param executeAtMillis an instant as a number, because not every peer's mapper knows instants
 */
record Job(String id, long executeAtMillis, String note) implements Serializable {
    private static final String NOTE = "x".repeat(150);

    static Job of(String id, Instant executeAt) {
        return new Job(id, executeAt.toEpochMilli(), NOTE);
    }

    Instant executeAt() {
        return Instant.ofEpochMilli(executeAtMillis);
    }

    /** Makes the callback; a failure is the peer's to retry. */
    void run() {
        Callbacks.current().send(body());
    }

    /** The body of Belfry's callbacks, or nearly. */
    private String body() {
        return """
        {"timerId":"%s","group":"default","executeAt":"%s","attempt":1,"payload":{"order":"%s","note":"%s"}}\
        """
                .formatted(id, executeAt(), id, note);
    }
}
