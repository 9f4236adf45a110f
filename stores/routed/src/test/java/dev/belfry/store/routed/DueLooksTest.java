package dev.belfry.store.routed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.GroupId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DueLooksTest {
    private static final List<GroupId> ALL =
            IntStream.range(0, 40).mapToObj(i -> new GroupId("g" + i)).toList();

    private final DueLooks due = new DueLooks();

    private List<GroupId> next() {
        var next = new ArrayList<GroupId>();
        due.eachNext(ALL, next::add);
        return next;
    }

    @Test
    void whatIsNotAnsweredStaysDueByTurns() {
        ALL.forEach(it -> due.looked(it, false));

        var seen = new HashSet<GroupId>();
        for (int i = 0; i < 3; i++) {
            var next = next();
            assertThat(next).hasSize(16);
            next.forEach(it -> due.looked(it, false));
            seen.addAll(next);
        }
        assertThat(seen).containsAll(ALL);

        ALL.forEach(it -> due.looked(it, true));
        assertThat(next()).isEmpty();
    }

    @Test
    void inSixtyCallsARoundBeginsOverAllAFewAtATime() {
        for (int i = 1; i < 60; i++) {
            assertThat(next()).isEmpty();
        }

        var round = new ArrayList<>(next());
        assertThat(round).hasSize(16);
        round.addAll(next());
        round.addAll(next());

        assertThat(round).containsExactlyElementsOf(ALL);
        assertThat(next()).isEmpty();
    }

    @Test
    void twoDoNotLookAtOnce() {
        due.looked(ALL.getFirst(), false);
        var within = new ArrayList<GroupId>();

        due.eachNext(ALL, _ -> within.addAll(next()));

        assertThat(within).isEmpty();
    }
}
