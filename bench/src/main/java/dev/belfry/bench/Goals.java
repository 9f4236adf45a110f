package dev.belfry.bench;

import dev.belfry.bench.floors.Floors;
import dev.belfry.bench.harness.CallbackLateness;
import dev.belfry.bench.harness.Contender;
import dev.belfry.bench.harness.Cost;
import dev.belfry.bench.harness.CreateWorkload;
import dev.belfry.bench.harness.Figures;
import dev.belfry.bench.harness.Figures.Figure;
import dev.belfry.bench.harness.FiringWorkload;
import dev.belfry.bench.harness.Goal;
import dev.belfry.bench.harness.LatenessWorkload;
import dev.belfry.bench.harness.MemoryWorkload;
import dev.belfry.bench.tenants.BulkWork;
import dev.belfry.bench.tenants.HangingWork;
import dev.belfry.bench.tenants.NeighbourWork;
import dev.belfry.bench.tenants.RateWork;
import dev.belfry.bench.tenants.TenantsStage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What Belfry is to reach. */
final class Goals {
    private static final double FLAT = 1.3;
    private static final double MEMORY = 512;

    /** Keys cost at most three percent. */
    private static final double WITH_KEYS = 0.97;

    private Goals() {}

    static List<Goal> besidePeers() {
        var firing = new Figure(FiringWorkload.FIRING, Figure.RATE);
        var batches = new Figure("H3 " + CreateWorkload.title(4, 100), Figure.RATE);
        var goals = new ArrayList<Goal>();
        goals.add(better(firing, "db-scheduler, JDK client", 6));
        goals.add(better(firing, "db-scheduler, lean client", 3));
        goals.add(better(firing, "JobRunr, JDK client", 12));
        goals.add(better(firing, "Quartz, JDK client", 40));
        goals.add(better(firing, Contender.FLOOR, 0.6));
        goals.addAll(lateness(100, 10));
        goals.addAll(lateness(1_000, 25));
        goals.add(better(singles(16), "db-scheduler", 3));
        goals.add(better(singles(256), "db-scheduler", 3));
        goals.add(better(batches, Contender.FLOOR, 0.7));
        goals.add(ratio(batches, new Figure(Floors.TITLE, Figure.RATE), Floors.RAW_INSERTS, 0.7));
        goals.add(
                ratio(new Figure(FiringWorkload.HERD, Figure.RATE), firing, Contender.BELFRY, 0.9));
        goals.add(most(new Figure(FiringWorkload.FIRING, Cost.CPU), 0.15));
        goals.add(most(new Figure(FiringWorkload.FIRING, Cost.COMMITS), 0.05));
        return goals;
    }

    /** How much of its rate is left with keys; what TLS costs is told beside it. */
    static List<Goal> ofLocks() {
        var firing = new Figure(FiringWorkload.FIRING, Figure.RATE);
        var batches = new Figure("H3 " + CreateWorkload.title(4, 100), Figure.RATE);
        return Stream.of(firing, singles(16), singles(256), batches).map(Goals::locked).toList();
    }

    private static Goal locked(Figure figure) {
        return new Goal(
                figure.name() + ", with keys to without",
                WITH_KEYS,
                true,
                figures -> figures.betterInTurn(figure, Contenders.KEYS, Contender.BELFRY));
    }

    /** By how much the ratio to the floor may be worse with many timers stored than with few. */
    static List<Goal> ofSizes(long few, long many) {
        var goals = new ArrayList<Goal>();
        for (var measured : SizeBench.COMPARED) {
            var name = "H5 %s, ratio to the floor worse by".formatted(measured.work());
            goals.add(
                    new Goal(
                            name,
                            FLAT,
                            false,
                            figures ->
                                    toFloor(figures, measured, few)
                                            .flatMap(
                                                    it ->
                                                            toFloor(figures, measured, many)
                                                                    .map(other -> it / other))));
        }
        for (long stored : new long[] {few, many}) {
            goals.add(
                    most(
                            new Figure(SizeBench.title("memory", stored), MemoryWorkload.PEAK),
                            MEMORY));
        }
        return goals;
    }

    private static Optional<Double> toFloor(Figures figures, Figure measured, long stored) {
        return figures.better(
                SizeBench.figure(measured, stored), Contender.BELFRY, Contender.FLOOR);
    }

    private static List<Goal> lateness(int perSecond, double millis) {
        var title = LatenessWorkload.title(perSecond);
        var p99 = new Figure(title, CallbackLateness.P99);
        var earliest = new Figure(title, CallbackLateness.EARLIEST);
        return List.of(
                most(p99, millis),
                new Goal(
                        earliest.name(),
                        0,
                        true,
                        figures -> figures.lowest(earliest, Contender.BELFRY)),
                new Goal(
                        p99.name() + ", better than the best peer by",
                        10,
                        true,
                        figures ->
                                Stream.of("db-scheduler", "JobRunr", "Quartz")
                                        .map(peer -> peer + ", JDK client")
                                        .flatMap(
                                                peer ->
                                                        figures
                                                                .better(p99, Contender.BELFRY, peer)
                                                                .stream())
                                        .min(Double::compare)));
    }

    private static Figure singles(int clients) {
        return new Figure("H3 " + CreateWorkload.title(clients, 1), Figure.RATE);
    }

    private static Goal most(Figure figure, double bound) {
        return new Goal(
                figure.name(), bound, false, figures -> figures.median(figure, Contender.BELFRY));
    }

    /** What a group gets of the servers that it shares. */
    static List<Goal> ofTenants() {
        var goals = new ArrayList<Goal>();
        for (var database : List.of(TenantsBench.POSTGRES, TenantsBench.SQLITE)) {
            var drained = NeighbourWork.DRAINED;
            var alone = TenantsStage.row(database, NeighbourWork.ALONE);
            var beside = TenantsStage.row(database, NeighbourWork.BESIDE);
            goals.add(late(NeighbourWork.TITLE, beside, 50));
            goals.add(
                    new Goal(
                            "%s, %s, to alone".formatted(drained.name(), database),
                            0.8,
                            true,
                            figures -> figures.better(drained, beside, alone)));
            goals.add(
                    late(
                            HangingWork.TITLE,
                            TenantsStage.row(database, HangingWork.OTHER_GROUP),
                            50));
            goals.add(
                    late(
                            HangingWork.TITLE,
                            TenantsStage.row(database, HangingWork.SAME_GROUP),
                            1_000));
        }
        goals.addAll(ofRate());
        goals.addAll(ofBulk());
        return goals;
    }

    /** A tenth more or less than the rate; a shard that is taken over may have a burst more. */
    private static List<Goal> ofRate() {
        var row = TenantsStage.row(TenantsBench.POSTGRES, RateWork.ROW);
        double allowed = RateWork.PER_SECOND * RateWork.WINDOW.toSeconds();
        return List.of(
                of(RateWork.LARGEST, row, 1.1 * allowed + RateWork.PER_SECOND, false),
                of(RateWork.SMALLEST, row, 0.9 * allowed, true));
    }

    private static List<Goal> ofBulk() {
        return List.of(
                late(BulkWork.TITLE, bulk(BulkWork.BESIDE), 50),
                late(BulkWork.TITLE, bulk(BulkWork.AFTER), 50),
                of(BulkWork.LEFT, bulk("all"), 0, false));
    }

    private static String bulk(String what) {
        return TenantsStage.row(TenantsBench.POSTGRES, what);
    }

    private static Goal late(String work, String row, double millis) {
        return of(new Figure(work, CallbackLateness.P99), row, millis, false);
    }

    private static Goal of(Figure figure, String row, double bound, boolean least) {
        return new Goal(
                "%s, %s".formatted(figure.name(), row),
                bound,
                least,
                figures -> figures.median(figure, row));
    }

    private static Goal better(Figure figure, String than, double bound) {
        return new Goal(
                figure.name() + ", to " + than,
                bound,
                true,
                figures -> figures.better(figure, Contender.BELFRY, than));
    }

    private static Goal ratio(Figure figure, Figure other, String than, double bound) {
        return new Goal(
                "%s, to %s, %s".formatted(figure.name(), other.work(), than),
                bound,
                true,
                figures ->
                        figures.median(figure, Contender.BELFRY)
                                .flatMap(a -> figures.median(other, than).map(b -> a / b)));
    }
}
