package dev.belfry.bench.tenants;

import dev.belfry.bench.peers.BelfryProcess;
import java.io.IOException;

/** The metrics of a server at one moment. */
record Scrape(String text) {
    static Scrape of(BelfryProcess server) throws IOException, InterruptedException {
        return new Scrape(server.call("GET", "/metrics", ""));
    }

    /** All values of a metric together, whatever their labels. */
    double sum(String metric) {
        return text.lines()
                .filter(line -> line.startsWith(metric + "{") || line.startsWith(metric + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
