package dev.belfry.node.route;

import java.time.Duration;

/** Runs something a little later, never before it returns. */
public interface Later {
    void after(Duration time, Runnable task);
}
