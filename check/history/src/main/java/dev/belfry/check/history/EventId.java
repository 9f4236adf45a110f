package dev.belfry.check.history;

import static dev.belfry.core.Checks.require;

/**
 * By which two events of a history are known to belong together: an operation and its outcome, an
 * attempt and its answer.
 *
 * @param source who recorded them, unique among all recorders of a history
 * @param number counts the operations or attempts of that source
 */
public record EventId(String source, long number) {
    public EventId {
        require(
                source.chars().noneMatch(Character::isISOControl),
                "source",
                "has a control character");
    }

    @Override
    public String toString() {
        return source + ":" + number;
    }
}
