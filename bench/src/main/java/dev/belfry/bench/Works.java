package dev.belfry.bench;

import java.util.ArrayList;
import java.util.List;

/** What one contender is given to do, as much as it can do in the time there is. */
record Works(Stage stage, Size size) {
    /** Every way of making callbacks, and a herd. */
    List<Work> firing(Entrant entrant) {
        int fires = entrant.pace().fires();
        var works = new ArrayList<Work>();
        for (var lane : entrant.lanes()) {
            works.add(FiringWork.firing(stage, lane, Size.count(fires, size.firing())));
        }
        if (!size.herd().isZero()) {
            works.add(FiringWork.herd(stage, entrant.lane(), Size.count(fires, size.herd())));
        }
        return works;
    }

    List<Work> lateness(Entrant entrant) {
        return List.of(
                new LatenessWork(stage, entrant.lane(), 100, size.span()),
                new LatenessWork(stage, entrant.lane(), 1_000, size.span()));
    }

    /** The floor has a connection for each client, and so not many. */
    List<Work> creating(Entrant entrant) {
        int singles = Size.count(entrant.pace().creates(), size.creating());
        int batched = Size.count(entrant.pace().stores(), size.creating());
        var works = new ArrayList<Work>();
        works.add(CreateWork.of(stage, entrant, singles, 16, 1));
        if (!entrant.isFloor()) {
            works.add(CreateWork.of(stage, entrant, singles, 256, 1));
        }
        works.add(CreateWork.of(stage, entrant, batched, 4, 100));
        return works;
    }
}
