package dev.belfry.core.shard;

import static dev.belfry.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.belfry.core.timer.GroupId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardIdTest {
    @Test
    void shardsAreInOrderOfGroupAndThenOfIndexAsANumber() {
        assertThat(shard("a", 10)).isGreaterThan(shard("a", 9)).isLessThan(shard("b", 0));
        assertThat(shard("a", 9)).isEqualByComparingTo(shard("a", 9)).hasToString("a#9");
    }

    @Test
    void anIndexIsNeverNegative() {
        assertThatIllegalStateException().isThrownBy(() -> shard("a", -1));
    }

    @Test
    void theNextEpochIsOneHigher() {
        assertThat(Epoch.ZERO.next()).isEqualTo(new Epoch(1)).isGreaterThan(Epoch.ZERO);
        assertThat(new Epoch(12)).hasToString("12");
    }

    @Test
    void anIncarnationIsANodeAndOneOfItsLives() {
        assertThat(new Incarnation(new NodeId("n"), 255)).hasToString("n@ff");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "ä", "a/b", "a\n"})
    void aNodeNameIsShortAndPlain(String wrong) {
        assertRefused("node.id", () -> new NodeId(wrong));
        assertRefused("node.id", () -> new NodeId("x".repeat(65)));
        assertThat(new NodeId("Node-1.example_x")).isLessThan(new NodeId("a"));
    }

    @Test
    void aMarkIsToldApartFromNodes() {
        assertThat(Moved.in(new Moved("west-2").mark())).contains(new Moved("west-2"));
        assertThat(Moved.in(new Incarnation(new NodeId("moved"), 1))).isEmpty();
        assertRefused("node.id", () -> NodeId.ofNode("moved:west"));
        assertThat(NodeId.ofNode("moved-west")).isEqualTo(new NodeId("moved-west"));
    }

    @Test
    void theMarkOfADeletedGroupIsNoNodeAndNoMove() {
        var closed = new Closed(-7);

        assertThat(Closed.in(closed.mark())).contains(closed);
        assertThat(Moved.in(closed.mark())).isEmpty();
        assertThat(Closed.in(new Moved("west").mark())).isEmpty();
        assertThat(Closed.in(new Incarnation(new NodeId("closed"), 1))).isEmpty();
        assertRefused("node.id", () -> NodeId.ofNode("closed:group"));
        assertThat(NodeId.ofNode("closed-group")).isEqualTo(new NodeId("closed-group"));
    }

    @Test
    void theMarksOfAShardThatIsBeingMovedAreNoNodesAndNoMoves() {
        var incoming = new Arriving("east", false, -7);

        assertThat(Arriving.in(incoming.mark())).contains(incoming);
        assertThat(Arriving.in(incoming.asSealed().mark())).contains(incoming.asSealed());
        assertThat(Moved.in(incoming.mark())).isEmpty();
        assertThat(Arriving.in(new Moved("west", -7).mark())).isEmpty();
        assertRefused("node.id", () -> NodeId.ofNode("incoming:east"));
        assertRefused("node.id", () -> NodeId.ofNode("sealed:east"));
    }

    @Test
    void onlyASealedArrivalIsOpenedAndOnlyByItsOwnSeal() {
        var incoming = new Arriving("east", false, 7);

        assertThat(incoming.asSealed().isOpenedBy(new Moved("west", 7))).isTrue();
        assertThat(incoming.asSealed().isOpenedBy(new Moved("west", 8))).isFalse();
        assertThat(incoming.isOpenedBy(new Moved("west", 7))).isFalse();
        assertThat(Moved.in(new Moved("west", 7).mark())).contains(new Moved("west", 7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "East", "2nd", "a_b", "a.b", "a23456789012345678901234567890123"})
    void aDatabaseNameIsOneThatFitsIntoAMark(String wrong) {
        assertRefused("store.databases", () -> new Moved(wrong));
    }

    private static ShardId shard(String group, int index) {
        return new ShardId(new GroupId(group), index);
    }
}
