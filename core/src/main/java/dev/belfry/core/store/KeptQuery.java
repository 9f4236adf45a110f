package dev.belfry.core.store;

import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;

/**
 * A look at the kept timers of one state, the latest settled first.
 *
 * @param before exclusive; {@link Position#END} to begin with
 */
public record KeptQuery(TimerState state, Position before, int limit) {}
