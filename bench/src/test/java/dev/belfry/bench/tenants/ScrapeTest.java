package dev.belfry.bench.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScrapeTest {
    private static final Scrape SCRAPE =
            new Scrape(
                    """
                    # HELP calls_count Calls
                    calls_count{operation="beat",outcome="ok"} 12
                    calls_count{operation="claim",outcome="ok"} 3.0
                    calls_count_more{operation="claim"} 100
                    up 1
                    """);

    @Test
    void allLabelsOfAMetricAreSummedUp() {
        assertThat(SCRAPE.sum("calls_count")).isEqualTo(15);
    }

    @Test
    void aMetricMayHaveNoLabels() {
        assertThat(SCRAPE.sum("up")).isEqualTo(1);
    }
}
