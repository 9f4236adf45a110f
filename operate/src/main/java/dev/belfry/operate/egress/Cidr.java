package dev.belfry.operate.egress;

import static dev.belfry.core.Checks.require;

import java.net.InetAddress;

/** Addresses that share their first bits. */
record Cidr(InetAddress network, int bits) {
    private static final String NO_RANGE =
            "has '%s', which is not an address range such as 10.0.0.0/8, nor public, private or"
                    + " loopback";

    Cidr {
        require(bits >= 0 && bits <= 8 * network.getAddress().length, "cidr", "has %d bits", bits);
    }

    /** Such as {@code 10.0.0.0/8}, or an address alone. */
    static Cidr parse(String text, String key) {
        int slash = text.indexOf('/');
        var address = literal(slash < 0 ? text : text.substring(0, slash), text, key);
        int all = 8 * address.getAddress().length;
        int bits = slash < 0 ? all : bits(text.substring(slash + 1), text, key);
        require(bits <= all, key, "has an address range with too many bits: '%s'", text);
        return new Cidr(address, bits);
    }

    private static InetAddress literal(String address, String text, String key) {
        try {
            require(isWhole(address), key, NO_RANGE, text);
            return InetAddress.ofLiteral(address);
        } catch (IllegalArgumentException _) {
            require(false, key, NO_RANGE, text);
            throw new AssertionError(text);
        }
    }

    /** Java takes 10.1 for 10.0.0.1, which nobody means who writes 10.1/16. */
    private static boolean isWhole(String address) {
        return address.contains(":") || address.chars().filter(c -> c == '.').count() == 3;
    }

    private static int bits(String digits, String text, String key) {
        require(digits.matches("[0-9]{1,3}"), key, "is not an address range: '%s'", text);
        return Integer.parseInt(digits);
    }

    boolean contains(InetAddress address) {
        var mine = network.getAddress();
        var theirs = address.getAddress();
        if (mine.length != theirs.length) {
            return false;
        }
        int whole = bits / 8;
        for (int i = 0; i < whole; i++) {
            if (mine[i] != theirs[i]) {
                return false;
            }
        }
        int rest = 8 - bits % 8;
        return rest == 8 || (mine[whole] & 0xff) >> rest == (theirs[whole] & 0xff) >> rest;
    }
}
