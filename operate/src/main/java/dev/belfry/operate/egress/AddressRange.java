package dev.belfry.operate.egress;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;

/**
 * Addresses under one name: a CIDR, or one of the words for those that everybody needs.
 *
 * @param text as an operator writes it
 */
public record AddressRange(String text, List<Cidr> within, List<Cidr> without) {
    /** What the Internet routes to a machine of somebody. */
    static final AddressRange PUBLIC =
            new AddressRange(
                    "public",
                    cidrs("0.0.0.0/0", "2000::/3"),
                    cidrs(
                            // "This network", which is loopback to Linux.
                            "0.0.0.0/8",
                            "10.0.0.0/8",
                            // Shared by the customers of a provider; metadata of Alibaba Cloud.
                            "100.64.0.0/10",
                            "127.0.0.0/8",
                            // Link-local; metadata of most clouds.
                            "169.254.0.0/16",
                            // Azure's own services for a virtual machine.
                            "168.63.129.16/32",
                            "172.16.0.0/12",
                            // For protocols; metadata of Oracle Cloud.
                            "192.0.0.0/24",
                            "192.0.2.0/24",
                            "192.88.99.0/24",
                            "192.168.0.0/16",
                            "198.18.0.0/15",
                            "198.51.100.0/24",
                            "203.0.113.0/24",
                            "224.0.0.0/4",
                            "240.0.0.0/4",
                            // For protocols: Teredo, ORCHID, benchmarks.
                            "2001::/23",
                            "2001:db8::/32",
                            // 6to4 leads to an IPv4 address; nobody runs relays any more.
                            "2002::/16",
                            "3fff::/20"));

    static final AddressRange PRIVATE =
            new AddressRange(
                    "private",
                    cidrs("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"),
                    List.of());

    static final AddressRange LOOPBACK =
            new AddressRange("loopback", cidrs("127.0.0.0/8", "::1/128"), List.of());

    private static final List<AddressRange> WORDS = List.of(PUBLIC, PRIVATE, LOOPBACK);

    public AddressRange {
        within = List.copyOf(within);
        without = List.copyOf(without);
    }

    static AddressRange parse(String text, String key) {
        return WORDS.stream()
                .filter(word -> word.text.equals(text))
                .findFirst()
                .orElseGet(() -> new AddressRange(text, List.of(Cidr.parse(text, key)), List.of()));
    }

    private static List<Cidr> cidrs(String... texts) {
        return Arrays.stream(texts).map(text -> Cidr.parse(text, "addresses")).toList();
    }

    boolean contains(InetAddress address) {
        return within.stream().anyMatch(it -> it.contains(address))
                && without.stream().noneMatch(it -> it.contains(address));
    }

    @Override
    public String toString() {
        return text;
    }
}
