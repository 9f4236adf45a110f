package dev.belfry.check.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.history.FaultKind;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a report says beyond accusations. */
class ReportTest {
    @Test
    void aStalledSenderIsCountedAsExcused() {
        var report =
                check(
                        "create=201 from(n1) n1.stall(due-1,due+900) @due delete=204 @due+901 w1#1=done");
        assertThat(report.counts().excused()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    CRASH   | create=201 @due w1#1=done crash(due+500) @due+4000 w1#1=done
                    NETWORK | create=201 @due w1#1=done network(due,due+5) @due+3000 w1#2=done
                    TIMEOUT | create=201 @due a:w1#1 @due+30005 a=done @due+33000 w1#2=done
                    """)
    void aRepeatIsCountedByItsCause(DuplicateCause cause, String story) {
        var report = check(story);
        assertThat(report.duplicates(cause)).isEqualTo(1);
        assertThat(report.duplicatesPerMillion()).isEqualTo(500_000);
    }

    @ParameterizedTest
    @EnumSource
    void eachFaultThatMovesOrLosesWorkExplainsARepeat(FaultKind kind) {
        var fault = kind.name().toLowerCase(Locale.ROOT) + "(due+500,due+600)";
        var report = check("create=201 @due w1#1=done " + fault + " @due+4000 w1#1=done");
        assertThat(report.isClean()).isEqualTo(kind.repeats());
    }

    @Test
    void aLateTimerIsMeasured() {
        var report = check("create=201 @due+9000 w1#1=done");
        assertThat(report.lateness().percentile(100)).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void anOperationWithoutAnOutcomeIsCountedAsUnknown() {
        assertThat(check("create @due w1#1=done end(60000)").counts().unknown()).isEqualTo(1);
    }

    @Test
    void aReadMayBeStaleIfTheBoundsSaySo() {
        var stale = CheckBounds.ofSimulation().freshReads(false);
        assertThat(Story.of("create=201 get=404").check(stale).isClean()).isTrue();
    }

    @Test
    void manyEqualUnknownOperationsAreDecided() {
        var report = check("create=? ".repeat(40) + "@due w1#1=done end(60000)");
        assertThat(report.isClean() && report.isDecided()).as(report.toString()).isTrue();
    }

    @Test
    void manyDifferentUnknownOperationsAreDecided() {
        var report = check(each("put(%d)=? delete=?") + " sends(7) @due w1#1=done end(60000)");
        assertThat(report.isClean() && report.isDecided()).as(report.toString()).isTrue();
    }

    @Test
    void moreStatesThanAllowedAreUndecided() {
        var few = CheckBounds.ofSimulation().maxStates(5);
        var report = Story.of(each("put(%d)=?") + " get=200").check(few);
        assertThat(report.undecided()).containsExactly(Story.KEY);
        assertThat(report.isClean()).isTrue();
        assertThat(report.isDecided()).isFalse();
    }

    private static CheckReport check(String story) {
        return Story.of(story).check(CheckBounds.ofSimulation());
    }

    private static String each(String word) {
        return IntStream.range(0, 20).mapToObj(word::formatted).collect(Collectors.joining(" "));
    }
}
