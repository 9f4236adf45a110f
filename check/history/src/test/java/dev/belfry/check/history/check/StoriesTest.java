package dev.belfry.check.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Stories and what the checker must say of them, as tables: {@link Story} explains their words. */
class StoriesTest {
    @ParameterizedTest(name = "{1}: {2}")
    @CsvFileSource(
            resources = {
                "/stories/answers",
                "/stories/attempts",
                "/stories/concurrency",
                "/stories/duplicates",
                "/stories/final-state",
                "/stories/kept-timers",
                "/stories/pauses",
                "/stories/retries",
                "/stories/revisions",
                "/stories/schedules",
                "/stories/unknown-outcomes",
                "/stories/webhook-ids"
            },
            delimiter = '|')
    void aStoryRecordedByNodesIsJudged(String verdict, String sentence, String story) {
        judge(story, CheckBounds.ofSimulation(), verdict, sentence);
    }

    @ParameterizedTest(name = "{1}: {2}")
    @CsvFileSource(resources = "/stories/processes", delimiter = '|')
    void aStoryRecordedByReceiversIsJudged(String verdict, String sentence, String story) {
        judge(story, CheckBounds.ofProcesses(), verdict, sentence);
    }

    private static void judge(String story, CheckBounds bounds, String verdict, String sentence) {
        var report = Story.of(story).check(bounds);
        if (verdict.equals("clean")) {
            assertThat(report.isClean()).as("%s: %s", sentence, report).isTrue();
            assertThat(report.isDecided()).isTrue();
            return;
        }
        assertThat(report.violations())
                .as("%s: %s", sentence, report)
                .singleElement()
                .satisfies(
                        violation -> {
                            assertThat(violation.name()).isEqualTo(verdict);
                            assertThat(violation.evidence().decisive()).isNotEmpty();
                        });
    }
}
