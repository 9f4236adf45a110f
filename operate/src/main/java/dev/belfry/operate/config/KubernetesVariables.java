package dev.belfry.operate.config;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Variables that Kubernetes makes in every container for services called {@code belfry} or {@code
 * belfry-…}. They look like settings and are none; a service called {@code belfry-http} even makes
 * a BELFRY_HTTP_PORT, which only its value tells from ours.
 */
public final class KubernetesVariables {
    private static final Pattern NAME =
            Pattern.compile(
                    "BELFRY_(?!GROUPS_)([A-Z0-9_]+_)?"
                            + "(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?"
                            + "|PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

    private static final Pattern PORT_NAME = Pattern.compile("BELFRY_([A-Z0-9_]+_)?PORT");
    private static final Pattern PORT_VALUE = Pattern.compile("(tcp|udp|sctp)://.*");

    private KubernetesVariables() {}

    static boolean made(String name, String value) {
        return NAME.matcher(name).matches()
                || (PORT_NAME.matcher(name).matches() && PORT_VALUE.matcher(value).matches());
    }

    /** The names of those in an environment, for the log. */
    public static List<String> in(Map<String, String> environment) {
        return environment.entrySet().stream()
                .filter(it -> made(it.getKey(), it.getValue()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }
}
