package dev.belfry.core.store;

import static dev.belfry.core.Checks.invariant;

import java.util.Optional;

/**
 * Where a node is reached, as URLs. A row holds it as one text, with a blank between the two.
 *
 * @param api by clients
 * @param peers by other nodes; empty if it does not listen to any
 */
public record NodeAddress(String api, Optional<String> peers) {
    public NodeAddress {
        invariant(api.indexOf(' ') < 0, "a blank in %s", api);
        peers.ifPresent(it -> invariant(it.indexOf(' ') < 0, "a blank in %s", it));
    }

    static NodeAddress parse(String text) {
        var parts = text.split(" ", 2);
        return new NodeAddress(
                parts[0], parts.length == 1 ? Optional.empty() : Optional.of(parts[1].strip()));
    }

    /** As a row holds it. */
    @Override
    public String toString() {
        return peers.map(it -> api + " " + it).orElse(api);
    }
}
