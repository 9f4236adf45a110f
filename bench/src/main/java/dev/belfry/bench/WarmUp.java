package dev.belfry.bench;

import dev.belfry.bench.Contender.Client;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What every contender does before it is measured, for the same time and in the same ways: it fires
 * timers and creates them.
 *
 * @param firing for which callbacks are made, by each client that is measured
 * @param creating for which timers are created that stay, one by one and many at a time
 */
record WarmUp(Duration firing, Duration creating) {
    private static final int CLIENTS = 16;
    private static final int CLIENTS_OF_BATCHES = 4;
    private static final int BATCH = 100;

    /** Of which a slice is the first: the paces are guesses, and of one that is warm. */
    private static final int PARTS = 2;

    void run(Stage stage, Contender contender, Entrant entrant) throws Exception {
        var lanes = lanes(entrant);
        for (var lane : lanes) {
            fire(stage, contender, lane, firing.dividedBy(lanes.size()));
        }
        var pace = entrant.pace();
        stage.notes()
                .say(
                        "%s has created to warm up: %s, then by %d %s",
                        entrant.name(),
                        create(contender, pace.creates(), CLIENTS, 1),
                        BATCH,
                        create(contender, pace.stores(), CLIENTS_OF_BATCHES, BATCH));
    }

    /** Those that call. */
    private static List<Lane> lanes(Entrant entrant) {
        return entrant.lanes().stream().filter(lane -> lane.client() != Client.NONE).toList();
    }

    /** Only the time counts in which callbacks are made, not that of storing and waiting. */
    private void fire(Stage stage, Contender contender, Lane lane, Duration time) throws Exception {
        var slices = new Slices(time, slice(lane.entrant(), time));
        for (int slice = 0; !slices.areOver(); slice++) {
            var name = "warm-%s-%d".formatted(lane.client(), slice);
            int count = slices.next();
            var stored = stage.storeAnyhow(contender, lane, name, count, Duration.ofNanos(1_000));
            var began = stored.await().getFirst().at();
            slices.took(count, Duration.between(began, stage.awaitSettled(contender)));
        }
        stage.notes().say("%s has fired to warm up: %s", lane.title(), slices);
    }

    private static int slice(Entrant entrant, Duration time) {
        return Size.count(entrant.pace().fires(), time.dividedBy(PARTS));
    }

    /** Each of the two ways has half of the time. */
    private Slices create(Contender contender, int perSecond, int clients, int batch)
            throws Exception {
        var time = creating.dividedBy(2);
        var slices = new Slices(time, Size.count(perSecond, time.dividedBy(PARTS)));
        for (int slice = 0; !slices.areOver(); slice++) {
            var name = "warm-%d-%d".formatted(batch, slice);
            int count = Math.max(batch, slices.next());
            var began = Instant.now();
            contender.create(name, count, clients, batch);
            slices.took(count, Duration.between(began, Instant.now()));
        }
        return slices;
    }

    Duration planned(Entrant entrant) {
        var pace = entrant.pace();
        return pace.firing(slice(entrant, firing), pace.fires()).multipliedBy(PARTS).plus(creating);
    }
}
