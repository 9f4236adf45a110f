package dev.belfry.operate.config;

import java.util.Map;

/**
 * Where settings were given: a file, a variable, the command line. Immutable.
 *
 * @param byName the path of each setting that was given, with dots
 */
record Origins(Map<String, String> byName) {
    private static final String NOT_GIVEN = "default";

    Origins {
        byName = Map.copyOf(byName);
    }

    String of(String name) {
        return byName.getOrDefault(name, NOT_GIVEN);
    }
}
