package dev.belfry.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Wall time and the CPU time of the whole process, at a moment or between two. */
record Usage(long wallNanos, long cpuNanos) {
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    static Usage now() {
        return new Usage(System.nanoTime(), PROCESS.getProcessCpuTime());
    }

    Usage since(Usage start) {
        return new Usage(wallNanos - start.wallNanos, cpuNanos - start.cpuNanos);
    }

    double perSecond(long count) {
        return count * 1e9 / wallNanos;
    }

    double wallMillis() {
        return wallNanos / 1e6;
    }

    double wallMicrosEach(long count) {
        return wallNanos / 1e3 / count;
    }

    double cpuMicrosEach(long count) {
        return cpuNanos / 1e3 / count;
    }
}
