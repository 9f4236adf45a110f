package dev.belfry.check.contract;

import static dev.belfry.check.contract.TimerRequest.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.timer.GroupId;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Node rows: who is alive, by beats that only the living can write. */
public interface MembershipContract extends StoreUnderTest {
    NodeRow ANNA =
            new NodeRow(
                    new Incarnation(new NodeId("Anna"), Long.MAX_VALUE),
                    "http://10.0.0.1:8080",
                    Set.of(new GroupId("default"), new GroupId("a_b.c-1")),
                    100,
                    3,
                    new NodeVersion("1.12.3-rc.1+build", 7),
                    1,
                    NOON);
    NodeRow BERT =
            new NodeRow(
                    new Incarnation(new NodeId("bert.example-2"), -5),
                    "https://[2001:db8::2]:443",
                    Set.of(),
                    1,
                    1,
                    new NodeVersion("ä".repeat(NodeVersion.LONGEST), Integer.MAX_VALUE),
                    Long.MAX_VALUE,
                    Instant.EPOCH);
    NodeRow ANNA_REBORN =
            new NodeRow(
                    new Incarnation(ANNA.incarnation().node(), 12),
                    "http://10.0.0.9:8080",
                    Set.of(new GroupId("other")),
                    50,
                    4,
                    new NodeVersion("1.13.0", 8),
                    1,
                    NOON.plusSeconds(60));

    @Test
    default void aNodeThatJoinedIsShownWithAllItSaysOfItself(StoreFixture fixture) {
        fixture.store().nodes().join(ANNA);
        fixture.store().nodes().join(BERT);

        assertThat(fixture.store().nodes().members().nodes()).containsExactlyInAnyOrder(ANNA, BERT);
        assertThat(fixture.anotherNode().nodes().members().nodes())
                .containsExactlyInAnyOrder(ANNA, BERT);
    }

    @Test
    default void aNewStoreHasNoMembers(StoreFixture fixture) {
        assertThat(fixture.store().nodes().members().nodes()).isEmpty();
    }

    @Test
    default void nodesThatDifferOnlyInCaseAreDifferent(StoreFixture fixture) {
        var lower = new Incarnation(new NodeId("anna"), 1);
        var other = new NodeRow(lower, "http://h", Set.of(), 1, 1, NodeVersion.UNTOLD, 1, NOON);
        fixture.store().nodes().join(ANNA);

        fixture.store().nodes().join(other);

        assertThat(fixture.store().nodes().members().nodes())
                .containsExactlyInAnyOrder(ANNA, other);
    }

    @Test
    default void aBeatIsShownWithTheClockOfTheNode(StoreFixture fixture) {
        fixture.store().nodes().join(ANNA);

        var storeClock = fixture.store().nodes().beat(ANNA.beating(2, NOON.plusMillis(500)), 1);

        assertThat(storeClock).isPresent();
        assertThat(fixture.store().nodes().members().nodes())
                .containsExactly(ANNA.beating(2, NOON.plusMillis(500)));
    }

    @Test
    default void beatsAndMembersShowTheSameClockOfTheStore(StoreFixture fixture) {
        fixture.store().nodes().join(ANNA);

        var atBeat = fixture.store().nodes().beat(ANNA.beating(2, NOON), 1).orElseThrow();
        var afterwards = fixture.store().nodes().members().storeClock();

        assertThat(Duration.between(atBeat, afterwards))
                .isBetween(Duration.ofMillis(-1), Duration.ofSeconds(60));
    }

    @Test
    default void aNodeThatNeverJoinedCanNotBeat(StoreFixture fixture) {
        assertThat(fixture.store().nodes().beat(ANNA.beating(1, NOON), 1)).isEmpty();
        assertThat(fixture.store().nodes().members().nodes()).isEmpty();
    }

    @Test
    default void aRowThatLacksAnAcknowledgedBeatIsOfALostHistory(StoreFixture fixture) {
        fixture.store().nodes().join(ANNA);
        fixture.store().nodes().beat(ANNA.beating(5, NOON), 1);

        assertThat(fixture.store().nodes().beat(ANNA.beating(9, NOON.plusSeconds(1)), 6)).isEmpty();

        assertThat(fixture.store().nodes().members().nodes())
                .containsExactly(ANNA.beating(5, NOON));
        assertThat(fixture.store().nodes().beat(ANNA.beating(9, NOON), 5)).isPresent();
    }

    @Test
    default void aNodeThatHasBeatenSinceCanNotBeEvicted(StoreFixture fixture) {
        fixture.store().nodes().join(ANNA);
        fixture.store().nodes().beat(ANNA.beating(2, NOON), 1);

        assertThat(fixture.store().nodes().evict(ANNA)).isFalse();

        assertThat(fixture.store().nodes().beat(ANNA.beating(3, NOON), 1)).isPresent();
        assertThat(fixture.store().nodes().members().nodes())
                .containsExactly(ANNA.beating(3, NOON));
    }

    @Test
    default void anEvictedNodeIsGoneAndCanNotBeat(StoreFixture fixture) {
        fixture.store().nodes().join(ANNA);
        fixture.store().nodes().join(BERT);
        fixture.store().nodes().beat(ANNA.beating(2, NOON), 1);

        assertThat(fixture.store().nodes().evict(ANNA.beating(2, NOON))).isTrue();

        assertThat(fixture.store().nodes().beat(ANNA.beating(3, NOON), 1)).isEmpty();
        assertThat(fixture.store().nodes().members().nodes()).containsExactly(BERT);
    }

    @Test
    default void aNodeThatIsConnectedIsNotEvictedEarly(StoreFixture fixture) {
        fixture.store().nodes().join(ANNA);

        assertThat(fixture.store().nodes().evictDisconnected(ANNA)).isFalse();

        assertThat(fixture.store().nodes().members().nodes()).containsExactly(ANNA);
    }

    @Test
    default void evictingANodeThatIsGoneSaysThatItIsGone(StoreFixture fixture) {
        fixture.store().nodes().join(ANNA);

        assertThat(fixture.store().nodes().evict(ANNA)).isTrue();
        assertThat(fixture.store().nodes().evict(ANNA)).isTrue();
    }

    @Test
    default void anEvictedNodeMayJoinAgain(StoreFixture fixture) {
        fixture.store().nodes().join(ANNA);
        fixture.store().nodes().evict(ANNA);

        fixture.store().nodes().join(ANNA_REBORN);

        assertThat(fixture.store().nodes().beat(ANNA_REBORN.beating(2, NOON), 1)).isPresent();
    }

    @Test
    default void joiningTakesThePlaceOfAnEarlierIncarnation(StoreFixture fixture) {
        fixture.store().nodes().join(ANNA);

        fixture.store().nodes().join(ANNA_REBORN);

        assertThat(fixture.store().nodes().members().nodes()).containsExactly(ANNA_REBORN);
    }

    @Test
    default void anEarlierIncarnationCanNeitherBeatNorLeave(StoreFixture fixture) {
        fixture.store().nodes().join(ANNA);
        fixture.store().nodes().join(ANNA_REBORN);

        assertThat(fixture.store().nodes().beat(ANNA.beating(2, NOON), 1)).isEmpty();
        fixture.store().nodes().leave(ANNA.incarnation());

        assertThat(fixture.store().nodes().members().nodes()).containsExactly(ANNA_REBORN);
    }

    @Test
    default void evictingAnEarlierIncarnationLeavesTheNewOne(StoreFixture fixture) {
        fixture.store().nodes().join(ANNA);
        fixture.store().nodes().join(ANNA_REBORN);

        assertThat(fixture.store().nodes().evict(ANNA)).isTrue();

        assertThat(fixture.store().nodes().members().nodes()).containsExactly(ANNA_REBORN);
    }

    @Test
    default void leavingRemovesTheOwnRowAndMayBeRepeated(StoreFixture fixture) {
        fixture.store().nodes().join(ANNA);
        fixture.store().nodes().join(BERT);

        fixture.store().nodes().leave(ANNA.incarnation());
        fixture.store().nodes().leave(ANNA.incarnation());

        assertThat(fixture.store().nodes().members().nodes()).containsExactly(BERT);
        assertThat(fixture.store().nodes().beat(ANNA.beating(2, NOON), 1)).isEmpty();
    }
}
