package dev.belfry.http.callback;

import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Origin;
import dev.belfry.operate.egress.Egress;
import io.vertx.core.Future;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The addresses that callbacks connect to. A name is looked up once, its addresses are checked, and
 * the first of them is connected to as it is: what the name leads to a moment later does not
 * matter. Connections are kept by address, so that one that was opened for a group is used for
 * another only where that one's rules allow the same address. Confined to its lane's event loop.
 */
final class Destinations {
    /** Names and nodes move; a second is as fresh as an attempt needs. */
    private static final Duration VALID = Duration.ofSeconds(1);

    /** Enough for the receivers of a busy second; what is dropped is looked up again. */
    private static final int MOST = 4_096;

    private record Wanted(GroupId group, Origin origin) {}

    private record Found(Future<SocketAddress> address, long sinceNanos) {
        boolean isValid(long nanos) {
            return nanos - sinceNanos < VALID.toNanos();
        }
    }

    private final Egress egress;
    private final Function<String, Future<List<InetAddress>>> lookup;
    private final boolean isProxied;
    private final Map<Wanted, Found> found =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Wanted, Found> eldest) {
                    return size() > MOST;
                }
            };

    /**
     * The destinations of a lane.
     *
     * @param lookup where a name leads; the answer comes on the lane's event loop
     * @param isProxied whether a proxy looks names up and connects
     */
    Destinations(
            Egress egress, Function<String, Future<List<InetAddress>>> lookup, boolean isProxied) {
        this.egress = egress;
        this.lookup = lookup;
        this.isProxied = isProxied;
    }

    /** The address to connect to; fails with a {@link RefusedTargetException} if there is none. */
    Future<SocketAddress> find(Target target) {
        var wanted = new Wanted(target.group(), target.origin());
        long now = System.nanoTime();
        var known = found.get(wanted);
        if (known != null && known.isValid(now)) {
            return known.address;
        }
        var address = address(wanted);
        found.put(wanted, new Found(address, now));
        return address;
    }

    private Future<SocketAddress> address(Wanted wanted) {
        var origin = wanted.origin;
        if (!egress.allows(wanted.group, origin)) {
            return Future.failedFuture(new RefusedTargetException());
        }
        return isProxied
                ? Future.succeededFuture(
                        SocketAddress.inetSocketAddress(origin.port(), bare(origin.host())))
                : addresses(origin.host()).compose(them -> first(wanted, them));
    }

    private Future<List<InetAddress>> addresses(String host) {
        return Egress.literal(host)
                .map(it -> Future.succeededFuture(List.of(it)))
                .orElseGet(() -> lookup.apply(host));
    }

    /** A name with one address that is refused is refused: nobody mixes them in good faith. */
    private Future<SocketAddress> first(Wanted wanted, List<InetAddress> addresses) {
        int port = wanted.origin.port();
        if (addresses.isEmpty()) {
            return Future.failedFuture(new UnknownHostException(wanted.origin.host()));
        }
        return addresses.stream().allMatch(it -> egress.allows(wanted.group, it, port))
                ? Future.succeededFuture(
                        SocketAddress.inetSocketAddress(
                                port, addresses.getFirst().getHostAddress()))
                : Future.failedFuture(new RefusedTargetException());
    }

    /** A URL wants an IPv6 address in brackets, a socket wants it bare. */
    private static String bare(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
