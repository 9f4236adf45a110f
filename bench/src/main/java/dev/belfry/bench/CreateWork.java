package dev.belfry.bench;

import dev.belfry.bench.Contender.Client;
import dev.belfry.bench.Figures.Figure;
import java.time.Duration;

/** Timers created for later: Belfry over HTTP, libraries in their own process. */
record CreateWork(Stage stage, Entrant entrant, String title, int count, int clients, int batch)
        implements Work {
    static CreateWork of(Stage stage, Entrant entrant, int count, int clients, int batch) {
        return new CreateWork(stage, entrant, "H3 " + title(clients, batch), count, clients, batch);
    }

    static String title(int clients, int batch) {
        return batch == 1
                ? "creates, %d clients".formatted(clients)
                : "creates, batches of %d".formatted(batch);
    }

    /** Nothing is called back. */
    @Override
    public Lane lane() {
        return new Lane(entrant, Client.OWN);
    }

    @Override
    public Duration planned() {
        return Duration.ofMillis(
                1_000L * count / (batch == 1 ? entrant.pace().creates() : entrant.pace().stores()));
    }

    @Override
    public void run(Contender contender) throws Exception {
        var name = "create-%d-%d".formatted(clients, batch);
        var cost = Cost.ofCreating(contender, stage);
        var created = contender.create(name, count, clients, batch);
        var spent = cost.end();
        var notes = stage.notes();
        notes.add(title, Figure.RATE, entrant.name(), created.perSecond());
        notes.add(title, "p99 ms", entrant.name(), created.p99Millis());
        spent.note(notes, title, entrant.name(), count);
        if (created.refused() > 0) {
            notes.add(title, "refused", entrant.name(), created.refused());
        }
    }
}
