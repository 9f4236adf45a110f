package dev.belfry.bench.harness;

import dev.belfry.bench.harness.ContenderVariant.Client;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Looks at the memory of a process that has done all its other work. */
public record MemoryWorkload(Notes notes, Contender contender, String title) implements Workload {
    public static final String PEAK = "resident MiB at most";

    @Override
    public ContenderVariant variant() {
        return new ContenderVariant(contender, Client.OWN);
    }

    @Override
    public Duration planned() {
        return Duration.ZERO;
    }

    @Override
    public void run(ContenderProcess process) throws IOException {
        long pid = process.jvms().getFirst().process().pid();
        notes.add(title, PEAK, contender.name(), mebibytes(pid, "VmHWM"));
        notes.add(title, "resident MiB", contender.name(), mebibytes(pid, "VmRSS"));
    }

    /** What the system says of a process under this name; only Linux does. */
    public static double mebibytes(long pid, String name) throws IOException {
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
