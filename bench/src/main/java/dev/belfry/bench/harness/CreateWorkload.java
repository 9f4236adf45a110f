package dev.belfry.bench.harness;

import dev.belfry.bench.harness.ContenderVariant.Client;
import dev.belfry.bench.harness.Figures.Figure;
import java.time.Duration;

/** Timers created for later: Belfry over HTTP, libraries in their own process. */
public record CreateWorkload(
        Stage stage, Contender contender, String title, int count, int clients, int batch)
        implements Workload {
    public static CreateWorkload of(
            Stage stage, Contender contender, int count, int clients, int batch) {
        return new CreateWorkload(
                stage, contender, "H3 " + title(clients, batch), count, clients, batch);
    }

    public static String title(int clients, int batch) {
        return batch == 1
                ? "creates, %d clients".formatted(clients)
                : "creates, batches of %d".formatted(batch);
    }

    /** Nothing is called back. */
    @Override
    public ContenderVariant variant() {
        return new ContenderVariant(contender, Client.OWN);
    }

    @Override
    public Duration planned() {
        return Duration.ofMillis(
                1_000L
                        * count
                        / (batch == 1 ? contender.pace().creates() : contender.pace().stores()));
    }

    @Override
    public void run(ContenderProcess process) throws Exception {
        var name = "create-%d-%d-%d".formatted(clients, batch, System.nanoTime());
        var cost = Cost.begin(process::cpuOfCreating, stage.place());
        var created = process.create(name, count, clients, batch);
        var spent = cost.end();
        var notes = stage.notes();
        notes.add(title, Figure.RATE, contender.name(), created.perSecond());
        notes.add(title, "p99 ms", contender.name(), created.p99Millis());
        spent.note(notes, title, contender.name(), count);
        if (created.refused() > 0) {
            notes.add(title, "refused", contender.name(), created.refused());
        }
    }
}
