package dev.belfry.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * Wall time, the CPU time of the whole process and its threads' waiting for a processor, at a
 * moment or between two.
 */
record Usage(long wallNanos, long cpuNanos, long waitedNanos) {
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    static Usage now() {
        return new Usage(System.nanoTime(), PROCESS.getProcessCpuTime(), RunQueue.waitedNanos());
    }

    Usage since(Usage start) {
        return new Usage(
                wallNanos - start.wallNanos,
                cpuNanos - start.cpuNanos,
                waitedNanos - start.waitedNanos);
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

    double waitedMicrosEach(long count) {
        return waitedNanos / 1e3 / count;
    }

    double cpuMicrosEach(long count) {
        return cpuNanos / 1e3 / count;
    }
}
