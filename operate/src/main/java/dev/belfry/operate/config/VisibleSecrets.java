package dev.belfry.operate.config;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Secrets in the command line, where everybody on a machine sees them. Addresses of databases and
 * proxies are secrets for the password that may be in them: without one they are taken.
 */
public final class VisibleSecrets {
    private static final Set<String> ADDRESSES =
            Set.of("store.url", "store.databases." + Key.ANY_DATABASE, "callback.proxy");

    /** Before a host, or as a parameter, in whatever way the databases spell it. */
    private static final Pattern PASSWORD =
            Pattern.compile("@|(?i)(pass|pwd|secret|token|credential)[a-z_.-]*=");

    private VisibleSecrets() {}

    /**
     * Refuses settings that hold a secret.
     *
     * @param flags by the path of the setting
     */
    public static void refuse(Map<String, String> flags) {
        for (var key : Key.all()) {
            if (key.isSecret()) {
                flags.forEach((name, text) -> refuse(key, name, text));
            }
        }
    }

    private static void refuse(Key key, String name, String text) {
        if (key.pathOf(name).isPresent() && isSecret(key, text)) {
            throw new ConfigurationException(
                    ("%s is secret, and everybody on this machine sees command lines: write it to a"
                                    + " file and set %s_FILE to its path")
                            .formatted(name, key.variableOf(name)));
        }
    }

    private static boolean isSecret(Key key, String text) {
        return !ADDRESSES.contains(key.name()) || PASSWORD.matcher(text).find();
    }
}
