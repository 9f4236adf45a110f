package dev.belfry.store.common;

import dev.belfry.core.timer.Position;
import java.util.Comparator;

/** The order of rows, and where reading goes on behind one of them. */
public enum PositionOrder {
    /** Starts are inclusive. */
    ASCENDING {
        @Override
        public Comparator<Position> comparator() {
            return Comparator.naturalOrder();
        }

        @Override
        public Position startBehind(Position position) {
            return position.next();
        }
    },
    /** Starts are exclusive. */
    DESCENDING {
        @Override
        public Comparator<Position> comparator() {
            return Comparator.reverseOrder();
        }

        @Override
        public Position startBehind(Position position) {
            return position;
        }
    };

    public abstract Comparator<Position> comparator();

    public abstract Position startBehind(Position position);
}
