package dev.belfry.store.jdbc;

import java.util.List;

/**
 * What a look at a server found that may be used.
 *
 * @param server which one has answered: another name means that connections lead elsewhere now
 * @param history of what the server holds: another name means that what was acknowledged may be
 *     missing; empty where a server does not tell
 * @param weaknesses what was chosen and may still lose something or stop the store, in words for
 *     the operator
 */
public record Inspection(String server, String history, List<String> weaknesses) {
    public Inspection {
        weaknesses = List.copyOf(weaknesses);
    }
}
