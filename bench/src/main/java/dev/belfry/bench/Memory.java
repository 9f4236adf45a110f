package dev.belfry.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the process holds in memory. */
final class Memory {
    static final long MEBIBYTE = 1 << 20;

    private Memory() {}

    /** The heap that is in use once the garbage is gone. */
    static double heapMebibytes() {
        var memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        memory.gc();
        return (double) memory.getHeapMemoryUsage().getUsed() / MEBIBYTE;
    }

    static double heapLimitMebibytes() {
        return (double) Runtime.getRuntime().maxMemory() / MEBIBYTE;
    }

    /** Heap, native memory and caches of this process. */
    static double residentMebibytes() throws IOException {
        return mebibytes(ProcessHandle.current().pid(), "VmRSS");
    }

    /** What the system says of a process under this name; only Linux does. */
    static double mebibytes(long pid, String name) throws IOException {
        var status = Path.of("/proc/%d/status".formatted(pid));
        if (!Files.exists(status)) {
            throw new IOException(
                    "%s tells the memory of a process, and is not there".formatted(status));
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith(name + ":"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                .findFirst()
                .orElseThrow(() -> new IOException("%s has no %s".formatted(status, name)));
    }
}
