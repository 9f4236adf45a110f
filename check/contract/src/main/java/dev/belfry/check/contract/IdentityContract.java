package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.delete;
import static dev.belfry.check.contract.Changes.gaveUp;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static dev.belfry.core.mutation.Verdict.CREATED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ids are compared code point by code point, within their group. */
public interface IdentityContract extends StoreUnderTest {
    @Test
    default void idsOfAnyScriptComeBackAsTheyWere(OwnedShard shard) {
        assertAllAreDifferent(
                shard,
                List.of(
                        "plain",
                        "Größe/ß",
                        "напоминание",
                        "提醒-一",
                        "تذكير",
                        "🔔🕰️",
                        "\uD83D\uDC69\u200D\uD83D\uDCBB",
                        "\uFFFD\uFEFF\uFFFF",
                        "a b\u00A0c\u2003d",
                        "quote ' \" ` ; -- \\ % _ \\' ${x} ?1 :id",
                        "x" + "\u0301".repeat(100)));
    }

    @Test
    default void idsOfTheGreatestLengthComeBackAsTheyWere(OwnedShard shard) {
        assertAllAreDifferent(
                shard,
                List.of(
                        "x".repeat(255),
                        "x".repeat(254) + "y",
                        "é".repeat(255),
                        "提".repeat(255),
                        "🔔".repeat(255),
                        "🔔".repeat(254) + "🔕"));
    }

    @Test
    default void idsThatDifferOnlyInCaseAreDifferent(OwnedShard shard) {
        assertAllAreDifferent(shard, List.of("id", "ID", "Id", "straße", "STRASSE", "ı", "i", "İ"));
    }

    @Test
    default void idsThatDifferOnlyInBlanksAreDifferent(OwnedShard shard) {
        assertAllAreDifferent(
                shard, List.of("id", "id ", "id  ", " id", "i d", "id\u00A0", " ", "  "));
    }

    @Test
    default void idsThatDifferOnlyInUnicodeNormalizationAreDifferent(OwnedShard shard) {
        assertAllAreDifferent(
                shard, List.of("\u00E9", "e\u0301", "\u212B", "\u00C5", "A\u030A", "ﬁ", "fi"));
    }

    @Test
    default void idsThatDifferOnlyInAccentOrInvisibleCharactersAreDifferent(OwnedShard shard) {
        assertAllAreDifferent(
                shard, List.of("a", "ä", "á", "a\u200B", "a\u200D", "a\u00AD", "ａ", "а"));
    }

    @Test
    default void idsThatLookLikeNumbersOrNothingAreTexts(OwnedShard shard) {
        assertAllAreDifferent(
                shard, List.of("1", "01", "1.0", "1e0", "null", "NULL", "true", "0x1", "-0", "0"));
    }

    @Test
    default void equalIdsOfTwoGroupsDoNotMeet(StoreFixture fixture) {
        var one = fixture.own(SampleGroups.ONE);
        var other = fixture.own(SampleGroups.OTHER);
        var inOne = one.schedule(timer(SampleGroups.ONE, "a").payload("1").create());

        var decision = other.apply(timer(SampleGroups.OTHER, "a").payload("2").create());

        assertThat(decision.verdict()).isEqualTo(CREATED);
        assertThat(one.find("a")).isEqualTo(new Entry.Pending(inOne));
        assertThat(other.find("a")).isEqualTo(decision.after());
        assertThat(one.rows()).containsExactly(inOne);
        assertThat(other.rows()).hasSize(1).doesNotContain(inOne);
    }

    @Test
    default void deletingAnIdInOneGroupLeavesTheOtherGroupsTimer(StoreFixture fixture) {
        var one = fixture.own(SampleGroups.ONE);
        var other = fixture.own(SampleGroups.OTHER);
        one.apply(timer(SampleGroups.ONE, "a").create());
        var inOther = other.schedule(timer(SampleGroups.OTHER, "a").create());

        one.apply(delete("a"));

        assertThat(one.find("a")).isEqualTo(Entry.absent());
        assertThat(other.rows()).containsExactly(inOther);
        assertThat(other.find("a")).isEqualTo(new Entry.Pending(inOther));
    }

    @Test
    default void keptTimersOfTwoGroupsDoNotMeet(StoreFixture fixture) {
        var one = fixture.own(SampleGroups.ONE);
        var other = fixture.own(SampleGroups.OTHER);
        var inOne = one.keep(gaveUp(one.schedule(timer(SampleGroups.ONE, "a").create()), NOON));
        var inOther =
                other.keep(gaveUp(other.schedule(timer(SampleGroups.OTHER, "a").create()), NOON));
        var all = new KeptQuery(TimerState.FAILED, Position.END, 10);

        assertThat(fixture.store().lists().kept(SampleGroups.ONE, all)).containsExactly(inOne);
        assertThat(fixture.store().lists().kept(SampleGroups.OTHER, all)).containsExactly(inOther);
        assertThat(other.find("a")).isEqualTo(new Entry.Kept(inOther));
    }

    private static void assertAllAreDifferent(OwnedShard shard, List<String> ids) {
        for (var id : ids) {
            assertThat(shard.apply(timer(id).payload('"' + id + '"').create()).verdict())
                    .as(id)
                    .isEqualTo(CREATED);
        }
        assertThat(shard.ids()).containsExactlyInAnyOrderElementsOf(ids);
        for (var id : ids) {
            var found = shard.find(id).pending().orElseThrow();
            assertThat(found.key().id()).isEqualTo(id);
            assertThat(found.spec()).isEqualTo(timer(id).payload('"' + id + '"').spec());
        }
        shard.apply(delete(ids.getFirst()));
        assertThat(shard.ids()).containsExactlyInAnyOrderElementsOf(ids.subList(1, ids.size()));
    }
}
