package dev.belfry.http.watch;

import java.lang.management.ManagementFactory;

/** What the JVM says of this process. */
final class OwnProcess {
    private OwnProcess() {}

    static String jvm() {
        return System.getProperty("java.vm.name") + " " + Runtime.version();
    }

    static long uptimeMillis() {
        return ManagementFactory.getRuntimeMXBean().getUptime();
    }

    static long heapUsed() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    static long heapMax() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getMax();
    }

    /** Negative where it is not known, as just after the start. */
    static double cpu() {
        return ManagementFactory.getOperatingSystemMXBean()
                                instanceof com.sun.management.OperatingSystemMXBean system
                        && system.getProcessCpuLoad() >= 0
                ? system.getProcessCpuLoad()
                : Double.NaN;
    }
}
