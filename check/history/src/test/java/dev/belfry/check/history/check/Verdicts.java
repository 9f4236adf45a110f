package dev.belfry.check.history.check;

import static org.assertj.core.api.Assertions.assertThat;

/** What tests demand of reports. */
final class Verdicts {
    private Verdicts() {}

    static void clean(Story story) {
        clean(story, Bounds.ofSimulation());
    }

    static void clean(Story story, Bounds bounds) {
        var report = story.check(bounds);
        assertThat(report.isClean()).as(report.toString()).isTrue();
        assertThat(report.isDecided()).isTrue();
    }

    static void violates(Story story, Class<? extends Violation> type) {
        violates(story, Bounds.ofSimulation(), type);
    }

    static void violates(Story story, Bounds bounds, Class<? extends Violation> type) {
        var report = story.check(bounds);
        assertThat(report.violations())
                .as(report.toString())
                .singleElement()
                .isInstanceOf(type)
                .satisfies(v -> assertThat(v.evidence().decisive()).isNotEmpty());
    }
}
