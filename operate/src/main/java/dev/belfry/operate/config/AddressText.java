package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import java.net.URI;

/** Addresses of servers, such as {@code https://10.0.0.3:8080}. */
final class AddressText {
    private AddressText() {}

    static void check(String address, String key) {
        require(
                isAddress(address),
                key,
                "must be like http://host:8080 or https://host:8443, without a path, not '%s'",
                address);
    }

    private static boolean isAddress(String address) {
        try {
            var uri = URI.create(address);
            return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getPort() > 0
                    && uri.getUserInfo() == null
                    && uri.getRawPath().isEmpty()
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
