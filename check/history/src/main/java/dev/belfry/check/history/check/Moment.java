package dev.belfry.check.history.check;

import java.time.Instant;

/** Where in a history its reader stands. */
record Moment(int index, Instant at) {}
