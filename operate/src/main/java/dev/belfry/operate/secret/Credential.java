package dev.belfry.operate.secret;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Origin;
import dev.belfry.operate.config.Secret;
import dev.belfry.operate.egress.HostList;
import dev.belfry.operate.egress.SchemeList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A header that callbacks carry without those who create timers knowing it, bound to hosts. It is
 * sent nowhere else, and without TLS only where the operator says so.
 *
 * @param groups names, or beginnings of names with * behind
 */
public record Credential(
        String header, Secret value, HostList hosts, SchemeList schemes, List<String> groups) {
    public Credential {
        groups = List.copyOf(groups);
        requireHeader(header, value.value());
    }

    /** What a timer's own headers must be like. */
    private static void requireHeader(String header, String value) {
        require(!value.isEmpty(), "headers." + header, "has an empty value");
        var _ = new CallbackHeaders(new LinkedHashMap<>(Map.of(header, value)));
    }

    boolean isFor(GroupId group, Origin origin) {
        return isFor(group) && hosts.takes(origin.host()) && schemes.takes(origin.scheme());
    }

    boolean isFor(GroupId group) {
        return groups.stream().anyMatch(it -> fits(it, group.value()));
    }

    private static boolean fits(String pattern, String group) {
        return pattern.endsWith("*")
                ? group.startsWith(pattern.substring(0, pattern.length() - 1))
                : group.equals(pattern);
    }
}
