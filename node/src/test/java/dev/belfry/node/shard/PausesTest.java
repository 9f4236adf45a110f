package dev.belfry.node.shard;

import static dev.belfry.node.shard.Rows.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.Pause;
import dev.belfry.core.timer.GroupId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PausesTest {
    private static final GroupId GROUP = new GroupId("default");
    private static final List<Pause> IN_STORE = List.of(new Pause(GROUP, NOON, Optional.empty()));

    private final List<String> changes = new ArrayList<>();
    private final Pauses pauses = new Pauses(() -> changes.add("changed"));

    @Test
    void aPauseThatIsToldHoldsAtOnceAndIsPassedOn() {
        pauses.pause(GROUP);
        assertThat(pauses.contains(GROUP)).isTrue();
        assertThat(changes).hasSize(1);
    }

    @Test
    void aResumeThatIsToldMayBeOlderThanThePauseAndIsLookedUp() {
        pauses.pause(GROUP);
        pauses.read(IN_STORE, pauses.version());
        pauses.resumed();
        assertThat(pauses.contains(GROUP)).isTrue();
        assertThat(pauses.isStale()).isTrue();
        pauses.read(List.of(), pauses.version());
        assertThat(pauses.contains(GROUP)).isFalse();
    }

    @Test
    void aReadReplacesWhatIsKnown() {
        pauses.pause(new GroupId("other"));
        pauses.read(IN_STORE, pauses.version());
        assertThat(pauses.contains(GROUP)).isTrue();
        assertThat(pauses.contains(new GroupId("other"))).isFalse();
        assertThat(pauses.isStale()).isFalse();
    }

    @Test
    void aReadOvertakenByAPauseKeepsThePauseAndMustBeRepeated() {
        int version = pauses.version();
        pauses.pause(GROUP);
        pauses.read(List.of(), version);
        assertThat(pauses.contains(GROUP)).isTrue();
        assertThat(pauses.isStale()).isTrue();
        pauses.read(IN_STORE, pauses.version());
        assertThat(pauses.contains(GROUP)).isTrue();
        assertThat(pauses.isStale()).isFalse();
    }

    @Test
    void aReadOvertakenByAResumeStaysOnTheSafeSideAndMustBeRepeated() {
        int version = pauses.version();
        pauses.resumed();
        pauses.read(IN_STORE, version);
        assertThat(pauses.contains(GROUP)).isTrue();
        assertThat(pauses.isStale()).isTrue();
        pauses.read(List.of(), pauses.version());
        assertThat(pauses.contains(GROUP)).isFalse();
    }
}
