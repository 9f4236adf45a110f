package dev.belfry.store.cassandra;

import dev.belfry.core.store.StoreException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a store is: {@code cassandra://user:password@host1,host2:9042/keyspace?dc=dc1}.
 *
 * @param dataCenter whose nodes this store writes through, now and for ever
 * @param replication copies of each row in that data centre, for a keyspace that is not there yet
 * @param tls how to speak TLS, if it is spoken
 */
record CassandraUrl(
        List<Host> hosts,
        String keyspace,
        String dataCenter,
        int replication,
        Optional<CassandraTls> tls,
        Optional<Credentials> credentials) {
    private static final String LOOKS_LIKE =
            "a store URL of Cassandra looks like"
                    + " cassandra://user:password@host1,host2:9042/keyspace?dc=dc1&replication=3";
    private static final List<String> KNOWN =
            List.of("dc", "replication", "tls", "ca", "certificate", "key");
    private static final String PREFIX = "cassandra://";
    private static final int DEFAULT_PORT = 9042;
    private static final int DEFAULT_REPLICATION = 3;
    private static final Pattern SHAPE =
            Pattern.compile("(?:([^@/]*)@)?([^@/?]+)/([^/?]*)(?:\\?(.*))?");
    private static final Pattern KEYSPACE = Pattern.compile("[a-z][a-z0-9_]{0,47}");
    private static final Pattern DATA_CENTER = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Pattern REPLICATION = Pattern.compile("[1-9][0-9]?");

    /** A node to ask first; the others are found through it. */
    record Host(String name, int port) {}

    /** Never shown. */
    record Credentials(String user, String password) {
        @Override
        public String toString() {
            return "credentials of " + user;
        }
    }

    static CassandraUrl parse(String url) {
        var shape = SHAPE.matcher(url.startsWith(PREFIX) ? url.substring(PREFIX.length()) : "");
        check(shape.matches(), "this one can not be read");
        var options = options(shape.group(4));
        var parsed =
                new CassandraUrl(
                        hosts(shape.group(2)),
                        shape.group(3),
                        options.getOrDefault("dc", ""),
                        replication(options),
                        tls(options),
                        credentials(shape.group(1)));
        check(
                KEYSPACE.matcher(parsed.keyspace).matches(),
                "the keyspace is up to 48 of a-z, 0-9 and _, a letter first");
        check(
                DATA_CENTER.matcher(parsed.dataCenter).matches(),
                "dc must name the data centre as nodetool status shows it");
        return parsed;
    }

    private static List<Host> hosts(String text) {
        var hosts = new ArrayList<Host>();
        int port = DEFAULT_PORT;
        // From the last on, because a port holds for the hosts before it that have none.
        for (var part : List.of(text.split(",", -1)).reversed()) {
            int colon = part.lastIndexOf(':');
            boolean hasPort = colon > 0 && !part.endsWith("]");
            if (hasPort) {
                port = port(part.substring(colon + 1));
            }
            var name = hasPort ? part.substring(0, colon) : part;
            check(!name.isBlank(), "a host is missing");
            hosts.addFirst(new Host(name, port));
        }
        return List.copyOf(hosts);
    }

    private static int port(String text) {
        check(text.matches("[0-9]{1,5}"), "a port is not a number");
        return Integer.parseInt(text);
    }

    private static Map<String, String> options(@Nullable String text) {
        var options = new LinkedHashMap<String, String>();
        if (text != null && !text.isEmpty()) {
            for (var part : text.split("&", -1)) {
                int equals = part.indexOf('=');
                var name = equals < 0 ? part : part.substring(0, equals);
                check(
                        KNOWN.contains(name),
                        "it knows %s, not %s".formatted(String.join(", ", KNOWN), name));
                options.put(name, equals < 0 ? "" : decode(part.substring(equals + 1)));
            }
        }
        return options;
    }

    private static Optional<CassandraTls> tls(Map<String, String> options) {
        boolean isOn = options.getOrDefault("tls", "false").equals("true");
        var authority = file(options, "ca");
        var certificate = file(options, "certificate");
        var key = file(options, "key");
        check(certificate.isPresent() == key.isPresent(), "certificate and key belong together");
        check(
                isOn || (authority.isEmpty() && certificate.isEmpty()),
                "ca, certificate and key need tls=true");
        var identity =
                certificate.flatMap(it -> key.map(own -> new CassandraTls.Identity(it, own)));
        return isOn ? Optional.of(new CassandraTls(authority, identity)) : Optional.empty();
    }

    private static Optional<Path> file(Map<String, String> options, String name) {
        return Optional.ofNullable(options.get(name)).map(Path::of);
    }

    private static int replication(Map<String, String> options) {
        var text = options.getOrDefault("replication", Integer.toString(DEFAULT_REPLICATION));
        check(REPLICATION.matcher(text).matches(), "replication must be 1 to 99");
        return Integer.parseInt(text);
    }

    private static Optional<Credentials> credentials(@Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        int colon = text.indexOf(':');
        check(colon > 0, "a user has a password after a colon");
        return Optional.of(
                new Credentials(
                        decode(text.substring(0, colon)), decode(text.substring(colon + 1))));
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new StoreException.Rejected(
                    LOOKS_LIKE + ": a % is not followed by two digits", e);
        }
    }

    /** The URL itself is not repeated: it may hold a password. */
    private static void check(boolean holds, String complaint) {
        if (!holds) {
            throw new StoreException.Rejected(LOOKS_LIKE + ": " + complaint);
        }
    }
}
