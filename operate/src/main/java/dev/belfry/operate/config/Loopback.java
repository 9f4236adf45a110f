package dev.belfry.operate.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;

/**
 * What counts as this machine talking to itself: 127.0.0.0/8 and ::1, in every way to write them,
 * and localhost with the names below it.
 */
public final class Loopback {
    private Loopback() {}

    /**
     * Whether a host is loopback by its text alone. What a request calls the server by must be
     * judged so, for anybody can have a name of his own lead to 127.0.0.1.
     */
    public static boolean isWritten(String host) {
        var text = host.toLowerCase(Locale.ROOT);
        return text.equals("localhost")
                || (text.endsWith(".localhost") && !text.startsWith("."))
                || isLiteral(text);
    }

    private static boolean isLiteral(String text) {
        try {
            return InetAddress.ofLiteral(text).isLoopbackAddress();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /**
     * Whether only this machine reaches what listens on a host, by where its name leads; one that
     * leads nowhere is refused elsewhere.
     */
    public static boolean isBound(String host) {
        try {
            return !host.isBlank() && InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException _) {
            return false;
        }
    }
}
