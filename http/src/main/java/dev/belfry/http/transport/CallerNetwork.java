package dev.belfry.http.transport;

import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Who asks, as far as shares are concerned: an IPv4 address, or the network of an IPv6 address, of
 * which whoever has one has 2^64. All behind one proxy are one caller. Immutable.
 */
public record CallerNetwork(String name) {
    private static final int NETWORK_BYTES = 8;

    public static CallerNetwork of(SocketAddress remote) {
        var text = remote.hostAddress();
        if (text == null || text.indexOf(':') < 0) {
            return new CallerNetwork(String.valueOf(text));
        }
        try {
            var bytes = InetAddress.getByName(text).getAddress();
            var network = Arrays.copyOf(bytes, Math.min(NETWORK_BYTES, bytes.length));
            return new CallerNetwork(HexFormat.of().formatHex(network));
        } catch (UnknownHostException _) {
            return new CallerNetwork(text);
        }
    }
}
