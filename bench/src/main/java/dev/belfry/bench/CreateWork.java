package dev.belfry.bench;

/** Timers created for later: Belfry over HTTP, libraries in their own process. */
record CreateWork(Stage stage) {
    void run(Contender contender, String title, int count, int clients, int batch)
            throws Exception {
        var figure =
                batch == 1
                        ? "H3 creates, %d clients".formatted(clients)
                        : "H3 creates, batches of %d".formatted(batch);
        var name = "create-%d-%d".formatted(clients, batch);
        var before = Cost.of(contender, stage.database());
        var created = contender.create(name, count, clients, batch);
        var cost = Cost.of(contender, stage.database()).since(before);
        stage.note(figure + ", per second", title, created.perSecond());
        stage.note(figure + ", p99 ms", title, created.p99Millis());
        cost.note(stage, figure, title, count);
    }
}
