package dev.belfry.check.simulation.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Makes a failing run smaller, as long as it still fails. */
final class Shrinking {
    private static final int MOST_TRIES = 60;

    private Shrinking() {}

    /** The smallest shape found in which the seed still fails; its own if it does not fail. */
    static Shape smallest(long seed) {
        var shape = Simulation.shapeOf(seed);
        var last = Simulation.run(seed, shape, false);
        if (last.isClean()) {
            return shape;
        }
        int tries = 0;
        boolean shrunk = true;
        while (shrunk && tries < MOST_TRIES) {
            shrunk = false;
            for (var smaller : smaller(shape, last.strikes().keySet())) {
                tries++;
                var result = Simulation.run(seed, smaller, false);
                if (!result.isClean()) {
                    shape = smaller;
                    last = result;
                    shrunk = true;
                    break;
                }
            }
        }
        return shape;
    }

    private static List<Shape> smaller(Shape shape, Set<Strike> struck) {
        return Stream.concat(lower(shape), struck.stream().filter(shape::has).map(shape::sparing))
                .filter(smaller -> !smaller.equals(shape) && smaller.isWorthwhile())
                .toList();
    }

    private static Stream<Shape> lower(Shape shape) {
        return Stream.of(
                shape.faultRate() == 0 ? shape : shape.faultRate(0),
                shape.hop().isZero() ? shape : shape.hop(Duration.ZERO),
                shape.nodes() == 1 ? shape : shape.nodes(shape.nodes() - 1),
                shape.trouble(shape.trouble().multipliedBy(2).dividedBy(3)),
                shape.strikeEvery(shape.strikeEvery().multipliedBy(2)),
                shape.clientPause(shape.clientPause().multipliedBy(2)));
    }
}
