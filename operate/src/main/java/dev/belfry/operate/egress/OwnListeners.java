package dev.belfry.operate.egress;

import dev.belfry.core.timer.Origin;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where this node and those it knows listen. A callback there would come from the place that
 * servers trust most. Nodes are taken to listen on the ports of this one, beside the one they give
 * out. Thread-safe.
 */
public final class OwnListeners {
    /**
     * What is known at a time.
     *
     * @param hosts of all nodes, this one's addresses among them
     * @param members where the nodes say that they listen, by address and as they write it
     */
    private record Known(
            Set<Integer> ports,
            Set<InetAddress> hosts,
            Set<InetSocketAddress> members,
            Set<String> names) {
        static final Known NOTHING = new Known(Set.of(), Set.of(), Set.of(), Set.of());
    }

    private volatile Known known = Known.NOTHING;

    /**
     * Replaces what was known. Names of nodes are looked up, which may block.
     *
     * @param ports on which this node listens
     * @param nodes where nodes reach each other, such as {@code http://10.0.0.3:8081}
     * @param fronts where clients reach them. Behind such a name may be a load balancer that leads
     *     to receivers too, so that its address is not Belfry's alone
     */
    public void learn(
            Collection<Integer> ports, Collection<String> nodes, Collection<String> fronts) {
        var hosts = new HashSet<>(addressesOfThisMachine());
        var members = new HashSet<InetSocketAddress>();
        var names = new HashSet<String>();
        nodes.stream()
                .map(Origin::of)
                .forEach(
                        node -> {
                            var addresses = addresses(withoutBrackets(node.host()));
                            hosts.addAll(addresses);
                            addresses.forEach(
                                    it -> members.add(new InetSocketAddress(it, node.port())));
                            names.add(name(node));
                        });
        fronts.stream()
                .map(Origin::of)
                .forEach(
                        front -> {
                            Egress.literal(front.host())
                                    .ifPresent(
                                            it ->
                                                    members.add(
                                                            new InetSocketAddress(
                                                                    it, front.port())));
                            names.add(name(front));
                        });
        known = new Known(Set.copyOf(ports), hosts, members, names);
    }

    private static Set<InetAddress> addressesOfThisMachine() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .map(OwnListeners::withoutZone)
                    .collect(Collectors.toSet());
        } catch (SocketException _) {
            return Set.of();
        }
    }

    private static Collection<InetAddress> addresses(String host) {
        try {
            return Arrays.stream(InetAddress.getAllByName(host))
                    .map(OwnListeners::withoutZone)
                    .toList();
        } catch (UnknownHostException _) {
            return Set.of();
        }
    }

    /** An address with a zone does not equal the same one without. */
    private static InetAddress withoutZone(InetAddress address) {
        try {
            return InetAddress.getByAddress(address.getAddress());
        } catch (UnknownHostException e) {
            throw new AssertionError("the bytes of an address are an address", e);
        }
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static String name(Origin origin) {
        return HostList.plain(origin.host()) + ":" + origin.port();
    }

    /** Whether a name and port are those by which a node is known. */
    boolean are(Origin origin) {
        return known.names.contains(name(origin));
    }

    boolean are(InetAddress given, int port) {
        var now = known;
        var address = withoutZone(given);
        boolean isNode =
                address.isLoopbackAddress()
                        || address.isAnyLocalAddress()
                        || now.hosts.contains(address);
        return (isNode && now.ports.contains(port))
                || now.members.contains(new InetSocketAddress(address, port));
    }
}
