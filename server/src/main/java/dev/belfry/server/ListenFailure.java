package dev.belfry.server;

import dev.belfry.operate.config.ConfigurationException;
import dev.belfry.operate.config.HttpConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.Locale;

/** Why a server can not listen where it was told to, and which setting to change. */
final class ListenFailure {
    private ListenFailure() {}

    /**
     * Fails if the address can not be listened on. Asked before the store is opened, so that a
     * second server by mistake ends before it has touched anything.
     */
    static void requireFree(HttpConfig config, String section) {
        try (var socket = new ServerSocket()) {
            var address = new InetSocketAddress(config.host(), config.port());
            if (address.isUnresolved()) {
                throw new UnknownHostException(config.host());
            }
            socket.bind(address);
        } catch (IOException e) {
            throw explained(config, section, e);
        }
    }

    /**
     * The failure in words.
     *
     * @param section of the configuration that host and port are from
     */
    static ConfigurationException explained(HttpConfig config, String section, Throwable cause) {
        return new ConfigurationException(
                "can not listen on %s: %s"
                        .formatted(config.authority(config.port()), reason(section, cause)),
                cause);
    }

    /** By the words of the system: NIO and epoll have no common type for it. */
    private static String reason(String section, Throwable cause) {
        var words = String.valueOf(cause.getMessage());
        if (cause instanceof UnknownHostException) {
            return section + ".host is not known";
        }
        if (words.contains("already in use")) {
            return "the port is in use; choose another one (%s.port, BELFRY_%s_PORT%s)"
                    .formatted(
                            section,
                            section.toUpperCase(Locale.ROOT),
                            section.equals("http") ? " or --port" : "");
        }
        if (words.contains("assign requested address")) {
            return section + ".host is not an address of this machine";
        }
        return words.contains("ermission denied")
                ? "this user may not use the port (%s.port)".formatted(section)
                : cause.toString();
    }
}
