package dev.belfry.operate.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/** Which addresses may be reached, such as {@code public, 10.1.0.0/16, !10.1.2.3}. */
public record AddressList(Selection<AddressRange> ranges) {
    static final AddressList PUBLIC = new AddressList(List.of(AddressRange.PUBLIC));
    static final AddressList PUBLIC_AND_LOOPBACK =
            new AddressList(List.of(AddressRange.PUBLIC, AddressRange.LOOPBACK));

    /** Translates IPv4 for networks that have IPv6 only, so that it is the way to public ones. */
    private static final Cidr NAT64 = Cidr.parse("64:ff9b::/96", "addresses");

    private static final Cidr SIX_TO_FOUR = Cidr.parse("2002::/16", "addresses");
    private static final Cidr COMPATIBLE = Cidr.parse("::/96", "addresses");

    private AddressList(List<AddressRange> taken) {
        this(new Selection<>(taken, List.of()));
    }

    public static AddressList parse(String text, String key) {
        return new AddressList(Selection.parse(text, key, AddressRange::parse));
    }

    public AddressList over(AddressList general) {
        return new AddressList(ranges.over(general.ranges));
    }

    /**
     * Whether an address may be reached. One that carries another is excepted when either is; and
     * Java has made IPv4 addresses of the mapped ones (::ffff:…) before they come here.
     */
    boolean takes(InetAddress address) {
        var reached = NAT64.contains(address) ? embedded(address, 12) : address;
        return ranges.taken().stream().anyMatch(it -> it.contains(reached))
                && meanings(address).stream()
                        .noneMatch(
                                meaning ->
                                        ranges.excepted().stream()
                                                .anyMatch(it -> it.contains(meaning)));
    }

    private static List<InetAddress> meanings(InetAddress address) {
        if (NAT64.contains(address) || COMPATIBLE.contains(address)) {
            return List.of(address, embedded(address, 12));
        }
        return SIX_TO_FOUR.contains(address)
                ? List.of(address, embedded(address, 2))
                : List.of(address);
    }

    private static InetAddress embedded(InetAddress address, int from) {
        try {
            return InetAddress.getByAddress(
                    Arrays.copyOfRange(address.getAddress(), from, from + 4));
        } catch (UnknownHostException e) {
            throw new AssertionError("four bytes are an address", e);
        }
    }

    @Override
    public String toString() {
        return ranges.toString();
    }
}
