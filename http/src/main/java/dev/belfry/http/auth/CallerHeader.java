package dev.belfry.http.auth;

import dev.belfry.operate.access.Caller;
import dev.belfry.operate.access.GroupScope;
import dev.belfry.operate.access.Role;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The caller of a request that one node passes on to another. It is believed of nodes alone, and
 * nothing that a client sends in it is passed on or looked at.
 */
public final class CallerHeader {
    public static final String NAME = "Belfry-Caller";

    private static final int PARTS = 3;

    private CallerHeader() {}

    /** Its role, groups and name, with spaces between them. */
    public static String text(Caller caller) {
        return "%s %s %s"
                .formatted(
                        caller.role().word(),
                        caller.groups(),
                        URLEncoder.encode(caller.name(), StandardCharsets.UTF_8));
    }

    /** Empty if it is none that a node would write. */
    public static Optional<Caller> read(String text) {
        var parts = text.split(" ", -1);
        try {
            return parts.length == PARTS
                    ? Role.ofWord(parts[0]).map(role -> caller(role, parts[1], parts[2]))
                    : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static Caller caller(Role role, String groups, String name) {
        return new Caller(
                URLDecoder.decode(name, StandardCharsets.UTF_8), role, GroupScope.parse(groups));
    }
}
