package dev.belfry.operate.config;

import dev.belfry.operate.egress.AddressList;
import dev.belfry.operate.egress.EgressRules;
import dev.belfry.operate.egress.HostList;
import dev.belfry.operate.egress.PortList;
import dev.belfry.operate.egress.SchemeList;
import java.util.Optional;

/** Where callbacks may go: all four lists must take a target. */
public record EgressConfig(
        @Setting(
                        fallback = "",
                        says =
                                "Schemes that callbacks may use, such as https; left out, http and"
                                        + " https.")
                Optional<SchemeList> schemes,
        @Setting(
                        fallback = "",
                        says =
                                "Hosts that callbacks may name, such as api.example.com,"
                                        + " *.example.org, !test.example.org; left out, every host.")
                Optional<HostList> hosts,
        @Setting(
                        fallback = "",
                        says =
                                "Ports that callbacks may use, such as 443, 8000-8999; left out, any.")
                Optional<PortList> ports,
        @Setting(
                        fallback = "",
                        says =
                                "Addresses that callbacks may connect to: ranges such as"
                                        + " 10.1.0.0/16, and the words public, private and loopback."
                                        + " Left out, public, and loopback too while the server"
                                        + " itself listens on loopback only and without auth.")
                Optional<AddressList> addresses) {
    /** These lists in place of more general rules, whose exceptions hold all the same. */
    EgressRules over(EgressRules general) {
        return new EgressRules(
                schemes.map(it -> it.over(general.schemes())).orElse(general.schemes()),
                hosts.map(it -> it.over(general.hosts())).orElse(general.hosts()),
                ports.map(it -> it.over(general.ports())).orElse(general.ports()),
                addresses.map(it -> it.over(general.addresses())).orElse(general.addresses()));
    }
}
