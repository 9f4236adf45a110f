package dev.belfry.operate.egress;

import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Origin;
import java.net.InetAddress;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Where callbacks may go: what the rules of their group take, and never to a listener of Belfry.
 * Thread-safe.
 */
public final class Egress {
    private static final Pattern ENDS_IN_NUMBER =
            Pattern.compile("(^|\\.)([0-9]+|0[xX][0-9a-fA-F]*)$");
    private static final Pattern DOTTED =
            Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");

    private final Function<GroupId, EgressRules> byGroup;
    private final OwnListeners own;

    public Egress(Function<GroupId, EgressRules> byGroup, OwnListeners own) {
        this.byGroup = byGroup;
        this.own = own;
    }

    /** Whether a callback may go there, as far as its URL alone tells. */
    public boolean allows(GroupId group, Origin origin) {
        return byGroup.apply(group).take(origin)
                && !isAmbiguous(HostList.plain(origin.host()))
                && !own.are(origin)
                && written(origin).map(it -> allows(group, it, origin.port())).orElse(true);
    }

    /** Whether a callback may connect to this address. */
    public boolean allows(GroupId group, InetAddress address, int port) {
        return byGroup.apply(group).take(address) && !own.are(address, port);
    }

    /**
     * Whether others may read an address out of it that Java does not, as 0177.0.0.1, 127.1 and
     * 0x7f000001 are 127.0.0.1 to some. No name ends in a number.
     */
    private static boolean isAmbiguous(String host) {
        return host.startsWith("[")
                ? literal(host).isEmpty()
                : ENDS_IN_NUMBER.matcher(host).find() && !DOTTED.matcher(host).matches();
    }

    /** The address that a URL has in place of a name, or as its name by definition. */
    private static Optional<InetAddress> written(Origin origin) {
        var host = HostList.plain(origin.host());
        if (host.equals("localhost") || host.endsWith(".localhost")) {
            return Optional.of(InetAddress.getLoopbackAddress());
        }
        return literal(host);
    }

    /** The address that a host is, if it is no name. */
    public static Optional<InetAddress> literal(String host) {
        try {
            return Optional.of(
                    InetAddress.ofLiteral(
                            host.startsWith("[") ? host.substring(1, host.length() - 1) : host));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
