package dev.belfry.operate.config;

import dev.belfry.core.store.NodeVersion;

/** The release of Belfry that runs, as the launcher found it. */
public final class SoftwareVersion {
    private SoftwareVersion() {}

    public static String running() {
        return System.getProperty("belfry.version", NodeVersion.UNTOLD.software());
    }
}
