package dev.belfry.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.bench.harness.Notes;
import dev.belfry.bench.harness.Options;
import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {
    private static final List<String> KNOWN = List.of("belfry", "quartz");

    private static Options options(String... arguments) {
        return Options.parse(List.of(arguments));
    }

    @Test
    void aWordThatNobodyKnowsIsRefusedAndTheKnownOnesAreNamed() {
        assertThatThrownBy(() -> options("--only", "belfry,quarz").words("only", KNOWN, KNOWN))
                .isInstanceOf(Options.Refused.class)
                .hasMessage("--only does not know 'quarz', only belfry,quartz");
    }

    @Test
    void knownWordsAreTakenHoweverTheyAreWritten() {
        assertThat(options("--only", "Quartz").words("only", KNOWN, KNOWN))
                .containsExactly("quartz");
    }

    @Test
    void withoutWordsTheUsualOnesAreMeant() {
        assertThat(options().words("only", KNOWN, List.of("belfry"))).containsExactly("belfry");
    }

    @Test
    void anOptionWithoutItsWordsIsRefused() {
        assertThatThrownBy(() -> options("--only").words("only", KNOWN, KNOWN))
                .isInstanceOf(Options.Refused.class);
    }

    @Test
    void whatIsNoNumberIsRefused() {
        assertThatThrownBy(() -> options("--rounds", "many").number("rounds", 3))
                .isInstanceOf(Options.Refused.class)
                .hasMessage("--rounds is a number, not many");
    }

    @Test
    void aBadOptionOfEachCommandIsRefusedBeforeAnythingIsStarted() {
        List<Notes.Step> commands =
                List.of(
                        () -> PeersBench.run(options("--only", "quarz")),
                        () -> PeersBench.run(options("--works", "firing,cooking")),
                        () -> SizeBench.run(options("--only", "quarz")),
                        () -> SizeBench.run(options("--store", "mysql")),
                        () -> StoresBench.run(options("--only", "sqllite")));
        var before = Thread.getAllStackTraces().keySet();

        for (var command : commands) {
            assertThatThrownBy(command::run).isInstanceOf(Options.Refused.class);
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> !thread.isDaemon())
                .isSubsetOf(before);
    }
}
