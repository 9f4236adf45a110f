package dev.belfry.bench.harness;

import dev.belfry.bench.harness.ContenderVariant.Client;
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
public record WarmUp(Duration firing, Duration creating) {
    private static final int CLIENTS = 16;
    private static final int CLIENTS_OF_BATCHES = 4;
    private static final int BATCH = 100;

    /** Of which a slice is the first: the paces are guesses, and of one that is warm. */
    private static final int PARTS = 2;

    void run(Stage stage, ContenderProcess process, Contender contender) throws Exception {
        var variants = variants(contender);
        for (var variant : variants) {
            fire(stage, process, variant, firing.dividedBy(variants.size()));
        }
        var pace = contender.pace();
        stage.notes()
                .say(
                        "%s has created to warm up: %s, then by %d %s",
                        contender.name(),
                        create(process, pace.creates(), CLIENTS, 1),
                        BATCH,
                        create(process, pace.stores(), CLIENTS_OF_BATCHES, BATCH));
    }

    /** Those that call. */
    private static List<ContenderVariant> variants(Contender contender) {
        return contender.variants().stream()
                .filter(variant -> variant.client() != Client.NONE)
                .toList();
    }

    /** Only the time counts in which callbacks are made, not that of storing and waiting. */
    private void fire(
            Stage stage, ContenderProcess process, ContenderVariant variant, Duration time)
            throws Exception {
        var slices = new Slices(time, slice(variant.contender(), time));
        for (int slice = 0; !slices.areOver(); slice++) {
            var name = "warm-%s-%d".formatted(variant.client(), slice);
            int count = slices.next();
            var stored = stage.storeAnyhow(process, variant, name, count, Duration.ofNanos(1_000));
            var began = stored.await().getFirst().at();
            slices.took(count, Duration.between(began, stage.awaitSettled(process)));
        }
        stage.notes().say("%s has fired to warm up: %s", variant.title(), slices);
    }

    private static int slice(Contender contender, Duration time) {
        return Size.count(contender.pace().fires(), time.dividedBy(PARTS));
    }

    /** Each of the two ways has half of the time. */
    private Slices create(ContenderProcess process, int perSecond, int clients, int batch)
            throws Exception {
        var time = creating.dividedBy(2);
        var slices = new Slices(time, Size.count(perSecond, time.dividedBy(PARTS)));
        for (int slice = 0; !slices.areOver(); slice++) {
            var name = "warm-%d-%d".formatted(batch, slice);
            int count = Math.max(batch, slices.next());
            var began = Instant.now();
            process.create(name, count, clients, batch);
            slices.took(count, Duration.between(began, Instant.now()));
        }
        return slices;
    }

    Duration planned(Contender contender) {
        var pace = contender.pace();
        return pace.firing(slice(contender, firing), pace.fires())
                .multipliedBy(PARTS)
                .plus(creating);
    }
}
