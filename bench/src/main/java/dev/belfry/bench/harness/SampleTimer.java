package dev.belfry.bench.harness;

import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;

/** A timer as a client asks for it. */
public record SampleTimer(TimerKey key, TimerSpec spec) {}
