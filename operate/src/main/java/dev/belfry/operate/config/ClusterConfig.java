package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import dev.belfry.node.member.MembershipTimings;
import java.time.Duration;
import java.util.Optional;

/** How this server works together with others on the same database. */
public record ClusterConfig(
        @Setting(
                        fallback = "",
                        says = "Address to listen on for the other servers; left out, http.host.")
                Optional<String> host,
        @Setting(
                        fallback = "0",
                        says =
                                "Port to listen on for the other servers and nobody else; 0 takes"
                                        + " any free one. Not opened on a database that only one server"
                                        + " can use.")
                int port,
        @Setting(
                        fallback = "",
                        says =
                                "Where the other servers reach cluster.port, such as"
                                        + " http://10.0.0.3:8081; left out, cluster.host, with the"
                                        + " address of this machine if it listens on all.")
                Optional<String> address,
        @Setting(
                        fallback = "",
                        says =
                                "What the servers of a cluster sign their calls to each other with,"
                                        + " the same on all of them; at least 16 characters. Several,"
                                        + " with blanks between them, are all taken, and the first one"
                                        + " signs. It, or cluster.tls, is needed to pass requests on,"
                                        + " unless cluster.host is a loopback address.")
                Optional<Secret> secret,
        MutualTlsConfig tls,
        @Setting(
                        fallback = "1",
                        says =
                                "This server's share of the shards, as against the others' weights;"
                                        + " 0 takes none and only passes requests on.")
                int weight,
        @Setting(
                        fallback = "2s",
                        says =
                                "How long a request waits for a shard that is just moving to"
                                        + " another server before it gets a 503.")
                Duration moveWait,
        @Setting(
                        fallback = "500ms",
                        says =
                                "Time between two signs of life in the database; the same on all"
                                        + " servers.")
                Duration beat,
        @Setting(
                        fallback = "2s",
                        says =
                                "How long a sign of life lets a server start callbacks; at least"
                                        + " three times cluster.beat, and the same on all servers.")
                Duration proof,
        @Setting(
                        fallback = "3s",
                        says =
                                "How long a server may be silent before the others take its shards;"
                                        + " at least 500ms longer than cluster.proof, and the same on"
                                        + " all servers.")
                Duration evictAfter) {
    private static final int SHORTEST_SECRET = 16;
    private static final int MOST_WEIGHT = 1_000;

    /** Longer than this no request waits anyway. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    public ClusterConfig {
        host.ifPresent(it -> require(!it.isBlank(), "cluster.host", "is blank"));
        require(port >= 0 && port <= 65_535, "cluster.port", "must be 0 to 65535, not %d", port);
        address.ifPresent(it -> AddressText.check(it, "cluster.address"));
        require(
                address.isEmpty() || port > 0,
                "cluster.address",
                "needs a cluster.port that does not change; where clients reach the server is"
                        + " http.address");
        secret.ifPresent(ClusterConfig::checkSecrets);
        require(
                weight >= 0 && weight <= MOST_WEIGHT,
                "cluster.weight",
                "must be 0 to %d",
                MOST_WEIGHT);
        require(
                !moveWait.isNegative() && moveWait.compareTo(LONGEST_WAIT) <= 0,
                "cluster.moveWait",
                "must be 0ms to 1m");
    }

    /** One or several, none of them short. */
    public static void checkSecrets(Secret secrets) {
        require(
                !secrets.words().isEmpty()
                        && secrets.words().stream()
                                .allMatch(it -> it.length() >= SHORTEST_SECRET && isPlain(it)),
                "cluster.secret",
                "must be at least %d printable ASCII characters",
                SHORTEST_SECRET);
    }

    private static boolean isPlain(String text) {
        return text.chars().allMatch(c -> c > ' ' && c < 127);
    }

    /** The engine's own timings; they check how they fit together. */
    public MembershipTimings timings() {
        return new MembershipTimings(
                beat, proof, evictAfter, MembershipTimings.DEFAULT.verifyEvery());
    }
}
