package dev.belfry.spring;

import dev.belfry.client.BelfryClient;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** Whether any Belfry server answers that it is ready. Thread-safe. */
final class BelfryHealthIndicator extends AbstractHealthIndicator {
    private final BelfryClient belfry;

    BelfryHealthIndicator(BelfryClient belfry) {
        super("Belfry can not be reached");
        this.belfry = belfry;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) throws Exception {
        health.status(belfry.isReady() ? Status.UP : Status.DOWN);
    }
}
