package dev.belfry.operate.egress;

import dev.belfry.core.timer.Origin;
import java.net.InetAddress;

/** Where the callbacks of a group may go: what all four lists take. */
public record EgressRules(
        SchemeList schemes, HostList hosts, PortList ports, AddressList addresses) {
    /** What holds where nothing is configured. */
    public static final EgressRules PUBLIC =
            new EgressRules(SchemeList.ANY, HostList.ANY, PortList.ANY, AddressList.PUBLIC);

    /** The same for a server that only its own machine reaches. */
    public static final EgressRules PUBLIC_AND_LOOPBACK =
            new EgressRules(
                    SchemeList.ANY, HostList.ANY, PortList.ANY, AddressList.PUBLIC_AND_LOOPBACK);

    /** By what a URL says, wherever its name leads. */
    boolean take(Origin origin) {
        return schemes.takes(origin.scheme())
                && hosts.takes(origin.host())
                && ports.takes(origin.port());
    }

    boolean take(InetAddress address) {
        return addresses.takes(address);
    }
}
