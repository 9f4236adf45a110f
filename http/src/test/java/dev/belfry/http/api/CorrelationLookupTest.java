package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CountedShard;
import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CorrelationLookupTest {
    private final Asked asked = new Asked();

    /** Has no timers, and tells which groups it was asked about. */
    private static final class Asked implements GroupLists {
        private final TreeSet<String> groups = new TreeSet<>();
        private int reads;

        private <T> List<T> none(Group group) {
            groups.add(group.id().value());
            reads++;
            return List.of();
        }

        @Override
        public List<Timer> browse(Group group, PositionRange range, int limit) {
            return none(group);
        }

        @Override
        public List<Timer> correlated(Group group, String id, Position from, int limit) {
            return none(group);
        }

        @Override
        public List<KeptTimer> kept(Group group, KeptQuery query) {
            return none(group);
        }

        @Override
        public List<KeptTimer> keptCorrelated(Group group, String id, Position before, int limit) {
            return none(group);
        }

        @Override
        public List<CountedShard> counts(List<ShardId> shards, TimerState state, int cap) {
            return List.of();
        }
    }

    private CorrelationLookup lookup(List<Group> groups) {
        return new CorrelationLookup(asked, Pages.ofTimersUpTo(1_000), groups, "request-7");
    }

    private static List<Group> groups(int count) {
        return IntStream.range(0, count).mapToObj(i -> Group.of("g%05d".formatted(i), 1)).toList();
    }

    @Test
    void onePageAsksTheStoreAboutSoManyGroupsAndTheNextOnesGoOn() {
        var all = groups(1_200);
        var lookup = lookup(all);
        var page = lookup.read(lookup.start(), 100);
        int pages = 1;
        while (page.nextCursor().isPresent()) {
            assertThat(asked.reads).isLessThanOrEqualTo(pages * 2 * CorrelationLookup.MOST_GROUPS);
            page = lookup.read(lookup.parse(page.nextCursor().get()), 100);
            pages++;
        }
        assertThat(pages).isEqualTo(3);
        assertThat(asked.groups).hasSize(1_200);
        assertThat(asked.reads).isEqualTo(2 * 1_200);
    }

    @Test
    void aLookGoesOnWithTheNextGroupWhenItsOwnIsGone() {
        var all = groups(600);
        var first = lookup(all);
        var cursor = first.read(first.start(), 100).nextCursor().orElseThrow();
        asked.groups.clear();
        var rest = lookup(all.stream().filter(it -> !it.id().value().equals("g00500")).toList());
        assertThat(rest.read(rest.parse(cursor), 100).nextCursor()).isEmpty();
        assertThat(asked.groups).hasSize(99).doesNotContain("g00499").contains("g00501");
    }

    @Test
    void whatNoListGaveIsNoCursor() {
        for (var text : List.of("nonsense", "", "%%", "ZyBwIHg")) {
            assertThatThrownBy(() -> lookup(groups(2)).parse(text))
                    .as(text)
                    .isInstanceOf(InvalidValueException.class);
        }
    }
}
