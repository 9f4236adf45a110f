package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/** How the server listens and how long it waits for clients. */
public record HttpConfig(
        @Setting(
                        fallback = "127.0.0.1",
                        says =
                                "Address to listen on; loopback unless told otherwise. Others need"
                                        + " keys (auth.keys) and a certificate (http.tls), or"
                                        + " http.insecure.")
                String host,
        @Setting(
                        fallback = "false",
                        says =
                                "Whether other machines may reach the server without"
                                        + " authentication, or with keys and tokens over plain HTTP:"
                                        + " for places where a proxy or a network policy guards it."
                                        + " Log, health, alarms and console say so.")
                boolean insecure,
        @Setting(
                        fallback = "",
                        says =
                                "Names, with commas between them, that requests may call the server"
                                        + " by in their Host field; others get a 403. Left out, any"
                                        + " name, but on a loopback address only localhost, so that no"
                                        + " web page can reach the server under a name of its own.")
                Optional<String> names,
        @Setting(fallback = "8080", says = "Port to listen on; 0 takes any free one.") int port,
        @Setting(
                        fallback = "",
                        says =
                                "Where clients that ask who owns which shard are told to reach this"
                                        + " server, such as https://belfry-0.example:8443; left out,"
                                        + " http.host and http.port, with the address of this machine"
                                        + " if it listens on all.")
                Optional<String> address,
        TlsConfig tls,
        @Setting(
                        fallback = "0",
                        says =
                                "Threads that read requests and send callbacks; 0 means one for"
                                        + " each core.")
                int threads,
        @Setting(
                        fallback = "60s",
                        says = "A connection on which nothing happens for so long is closed.")
                Duration idleTimeout,
        @Setting(
                        fallback = "30s",
                        says =
                                "A request whose body is not complete after so long is refused, and"
                                        + " a connection on which the header fields of a request are"
                                        + " not complete after so long is closed.")
                Duration bodyTimeout,
        @Setting(
                        fallback = "10s",
                        says =
                                "A request that the store has not answered after so long gets a 503"
                                        + " that says whether its outcome is unknown.")
                Duration requestTimeout,
        @Setting(
                        fallback = "10000",
                        says =
                                "Requests in progress at the same time; more get a 503, so that"
                                        + " memory stays bounded. One address, or one /64 network of"
                                        + " IPv6, may have half as many connections, and always 1024;"
                                        + " more are closed.")
                int maxRequests,
        @Setting(
                        fallback = "",
                        says =
                                "Requests that one caller (a key, a token, or without them an"
                                        + " address) may make of this server in a second; more get"
                                        + " a 429. Left out, as many as it can. A batch is one"
                                        + " request.")
                Optional<Integer> requestsPerSecond,
        @Setting(
                        fallback = "32",
                        says =
                                "Clients of /events at the same time; more get a 503, because each"
                                        + " one is written to every second. One address, and one key,"
                                        + " may have half of them.")
                int maxEventClients) {
    /** Beyond a day nobody waits, and Netty counts milliseconds in an int. */
    private static final Duration LONGEST = Duration.ofDays(1);

    /** No server takes as many, and a share of a second is still a number of nanoseconds. */
    private static final int MOST_REQUESTS = 1_000_000;

    public HttpConfig {
        require(!host.isBlank(), "http.host", "is blank");
        require(port >= 0 && port <= 65_535, "http.port", "must be 0 to 65535, not %d", port);
        address.ifPresent(it -> AddressText.check(it, "http.address"));
        require(threads >= 0 && threads <= 1_024, "http.threads", "must be 0 to 1024");
        require(maxRequests >= 1, "http.maxRequests", "must be at least 1");
        requestsPerSecond.ifPresent(
                it ->
                        require(
                                it >= 1 && it <= MOST_REQUESTS,
                                "http.requestsPerSecond",
                                "must be 1 to %d",
                                MOST_REQUESTS));
        require(maxEventClients >= 0, "http.maxEventClients", "must be at least 0");
        requireTimeout(idleTimeout, "http.idleTimeout");
        requireTimeout(bodyTimeout, "http.bodyTimeout");
        requireTimeout(requestTimeout, "http.requestTimeout");
    }

    private static void requireTimeout(Duration duration, String key) {
        require(
                duration.isPositive() && duration.compareTo(LONGEST) <= 0,
                key,
                "must be 1ms to 1d");
    }

    /** The same for the port of nodes, who call each other by address. */
    public HttpConfig at(String otherHost, int otherPort) {
        return new HttpConfig(
                otherHost,
                insecure,
                Optional.empty(),
                otherPort,
                address,
                tls,
                threads,
                idleTimeout,
                bodyTimeout,
                requestTimeout,
                maxRequests,
                requestsPerSecond,
                maxEventClients);
    }

    /** The host and a port as a URL has them. */
    public String authority(int actualPort) {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + actualPort;
    }

    /** Whether only this machine can reach it. */
    public boolean isLoopback() {
        return Loopback.isBound(host);
    }

    /** Whether it listens on all addresses of the machine. */
    public boolean isEverywhere() {
        var address = new InetSocketAddress(host, port);
        return !address.isUnresolved() && address.getAddress().isAnyLocalAddress();
    }

    /** The number of threads, with the default worked out. */
    public int threadsOn(int cores) {
        return threads == 0 ? cores : threads;
    }
}
