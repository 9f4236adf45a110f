package dev.belfry.bench;

import dev.belfry.bench.Contender.Client;
import java.time.Duration;

/** Looks at the memory of a process that has done all its other works. */
record MemoryWork(Notes notes, Entrant entrant, String title) implements Work {
    static final String PEAK = "resident MiB at most";

    @Override
    public Lane lane() {
        return new Lane(entrant, Client.OWN);
    }

    @Override
    public Duration planned() {
        return Duration.ZERO;
    }

    @Override
    public void run(Contender contender) throws Exception {
        notes.add(title, PEAK, entrant.name(), Memory.mebibytes(contender.pid(), "VmHWM"));
        notes.add(
                title, "resident MiB", entrant.name(), Memory.mebibytes(contender.pid(), "VmRSS"));
    }
}
