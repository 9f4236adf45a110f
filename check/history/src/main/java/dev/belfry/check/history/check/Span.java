package dev.belfry.check.history.check;

import java.time.Instant;

/** A stretch of time. */
record Span(Instant fromInclusive, Instant untilExclusive) {}
