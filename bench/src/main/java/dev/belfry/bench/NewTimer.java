package dev.belfry.bench;

import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;

/** A timer as a client asks for it. */
record NewTimer(TimerKey key, TimerSpec spec) {}
