package dev.belfry.node.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.timer.GroupId;
import dev.belfry.node.fire.CallbackReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacesTest {
    private static final GroupId NOISY = new GroupId("noisy");
    private static final GroupId QUIET = new GroupId("quiet");
    private static final int MOST = 1_000;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final CallbackReply DONE = new CallbackReply.Done();
    private static final CallbackReply TIMEOUT = CallbackReply.Failed.unanswered("timeout");

    private final Places places =
            new Places(
                    new LoopSettings(
                            64 << 20,
                            MOST,
                            200,
                            Duration.ofSeconds(5),
                            Duration.ofSeconds(1),
                            100));

    /** Takes all that a group gets to a host. */
    private List<Places.Place> fill(GroupId group, String host, long now) {
        var taken = new ArrayList<Places.Place>();
        while (places.hasRoom(group, host, now)) {
            taken.add(places.take(group, host, 1, now));
        }
        return taken;
    }

    private void giveBack(List<Places.Place> taken, CallbackReply reply, long now) {
        taken.forEach(place -> places.giveBack(place, reply, now));
    }

    private int answerRounds(String host, int rounds) {
        int last = 0;
        for (int i = 0; i < rounds; i++) {
            var taken = fill(QUIET, host, 0);
            last = taken.size();
            giveBack(taken, DONE, 0);
        }
        return last;
    }

    @Test
    void aHostThatAnswersIsAtFullSpeedAfterAFewRounds() {
        assertThat(answerRounds("quick", 1)).isEqualTo(32);
        assertThat(answerRounds("quick", 1)).isEqualTo(64);
        assertThat(answerRounds("quick", 2)).isEqualTo(200);
    }

    @Test
    void aHostThatHangsFallsToOneProbe() {
        giveBack(fill(NOISY, "hangs", 0), TIMEOUT, SECOND);
        assertThat(fill(NOISY, "hangs", SECOND)).hasSize(1);
    }

    @Test
    void aHostThatAnswersSomeAndNotOthersGetsHalf() {
        answerRounds("mixed", 4);
        var taken = fill(QUIET, "mixed", SECOND);
        giveBack(taken.subList(0, 1), DONE, 2 * SECOND);
        giveBack(taken.subList(1, 200), TIMEOUT, 3 * SECOND);
        assertThat(fill(QUIET, "mixed", 4 * SECOND)).hasSize(100);
    }

    @Test
    void whatWasNotSentSaysNothingOfTheHost() {
        giveBack(fill(QUIET, "a", 0), new CallbackReply.NotSent(), SECOND);
        assertThat(fill(QUIET, "a", SECOND)).hasSize(32);
    }

    @Test
    void hostsThatHangTakeASmallPartAndAnyOtherHostIsProbedAndThenServed() {
        for (int i = 0; i < 50; i++) {
            fill(NOISY, "hangs" + i, 0);
        }
        assertThat(places.underWay()).isLessThan(MOST / 8);
        assertThat(fill(NOISY, "good", SECOND)).hasSize(1);
        places.giveBack(new Places.Place(NOISY, "good", 1, true, SECOND), DONE, SECOND);
        assertThat(fill(NOISY, "good", SECOND)).hasSize(33);
    }

    @Test
    void aThousandHostsThatHangLeaveRoomToOtherGroups() {
        for (int i = 0; i < 1_000; i++) {
            fill(NOISY, "hangs" + i, 0);
        }
        assertThat(places.underWay()).isLessThan(MOST / 4);
        assertThat(fill(QUIET, "fresh", 0)).hasSize(32);
    }

    @Test
    void aGroupTakesNoMoreThanItLeaves() {
        for (int i = 0; i < 10; i++) {
            answerRounds("host" + i, 4);
        }
        for (int i = 0; i < 10; i++) {
            fill(NOISY, "host" + i, 0);
        }
        assertThat(places.underWay()).isEqualTo(MOST / 2);
        assertThat(places.hasRoom(NOISY)).isFalse();
        assertThat(places.hasRoom(QUIET)).isTrue();
        assertThat(fill(QUIET, "host9", 0)).hasSize(200);
    }

    @Test
    void bytesAreSharedLikePlaces() {
        answerRounds("a", 4);
        int huge = 100 << 20;
        int taken = 0;
        while (places.hasRoom(NOISY, "a", 0)) {
            places.take(NOISY, "a", huge, 0);
            taken++;
        }
        assertThat(taken).isEqualTo(4);
        assertThat(places.hasRoom(QUIET, "a", 0)).isTrue();
    }

    @Test
    void aHostGetsOnIfItAnswersOrHasOnlyJustBeenAsked() {
        var taken = fill(QUIET, "a", 0);
        assertThat(places.getsOn("a", SECOND - 1)).isTrue();
        assertThat(places.getsOn("a", SECOND)).isFalse();
        giveBack(taken.subList(0, 1), DONE, 2 * SECOND);
        assertThat(places.getsOn("a", 2 * SECOND)).isTrue();
        giveBack(taken.subList(1, 2), TIMEOUT, 2 * SECOND);
        assertThat(places.getsOn("a", 2 * SECOND)).isFalse();
    }

    @Test
    void aPlaceThatWasNotTakenCanNotBeGivenBack() {
        assertThatThrownBy(
                        () ->
                                places.giveBack(
                                        new Places.Place(QUIET, "a", 1, true, 0), DONE, SECOND))
                .isInstanceOf(IllegalStateException.class);
    }
}
