package dev.belfry.bench;

import dev.belfry.bench.Contender.Client;
import dev.belfry.bench.Figures.Figure;
import java.time.Duration;

/** Timers created for later: Belfry over HTTP, libraries in their own process. */
record CreateWork(Stage stage, Entrant entrant, int count, int clients, int batch) implements Work {
    static String title(int clients, int batch) {
        return batch == 1
                ? "H3 creates, %d clients".formatted(clients)
                : "H3 creates, batches of %d".formatted(batch);
    }

    @Override
    public String title() {
        return title(clients, batch);
    }

    /** Nothing is called back. */
    @Override
    public Lane lane() {
        return new Lane(entrant, Client.OWN);
    }

    @Override
    public Duration planned() {
        return entrant.pace().creating(count);
    }

    @Override
    public void run(Contender contender) throws Exception {
        var name = "create-%d-%d".formatted(clients, batch);
        var before = Cost.of(contender, stage.database());
        var created = contender.create(name, count, clients, batch);
        var cost = Cost.of(contender, stage.database()).since(before);
        var notes = stage.notes();
        notes.add(title(), Figure.RATE, entrant.name(), created.perSecond());
        notes.add(title(), "p99 ms", entrant.name(), created.p99Millis());
        cost.note(notes, title(), entrant.name(), count);
        if (created.refused() > 0) {
            notes.add(title(), "refused", entrant.name(), created.refused());
        }
    }
}
