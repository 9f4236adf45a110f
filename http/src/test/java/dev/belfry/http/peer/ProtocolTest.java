package dev.belfry.http.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.http.peer.Protocol.Admission;
import dev.belfry.node.route.Passage;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What nodes tell each other about a request, and who is let in. */
class ProtocolTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final String URI = "/internal/v1/some/thing?a=b";
    private static final String SECRET = "a-shared-secret";

    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private final InstantSource clock = () -> now;
    private final Protocol sender = protocol("sender", SECRET);
    private final Protocol receiver = protocol("receiver", SECRET);

    private Protocol protocol(String name, String... secrets) {
        return release(name, ClusterSecret.of(() -> List.of(secrets), false), 1, 1);
    }

    private Protocol release(String name, ClusterSecret secret, int oldest, int newest) {
        return new Protocol(new NodeId(name), secret, clock, oldest, newest);
    }

    private static NodeRow row(String name, NodeVersion version) {
        return new NodeRow(
                new Incarnation(new NodeId(name), 1),
                "http://h",
                Set.of(),
                1,
                1,
                version,
                1,
                Instant.EPOCH);
    }

    private static PeerRequest request() {
        var headers = MultiMap.caseInsensitiveMultiMap().set("Content-Type", "application/json");
        return new PeerRequest(
                HttpMethod.POST, "/some/thing?a=b", headers, Buffer.buffer("a body"));
    }

    private static MultiMap headers(Protocol from, String to, Passage passage) {
        return from.headers(row(to, NodeVersion.UNTOLD), request(), passage, SECOND);
    }

    private static MultiMap headers(Protocol from) {
        return headers(from, "receiver", new Passage(1, 3 * SECOND));
    }

    private static Admission admit(Protocol to, MultiMap headers) {
        return to.admit(HttpMethod.POST, URI, headers, 50 * SECOND);
    }

    private Passage admitted(Passage sent) {
        var headers = headers(sender, "receiver", sent);
        return ((Admission.Admitted) admit(receiver, headers)).passage();
    }

    @Test
    void hopsAndTheTimeThatIsLeftArriveByTheReceiversOwnClockLessTheWayBack() {
        assertThat(admitted(new Passage(1, 11 * SECOND))).isEqualTo(new Passage(1, 59 * SECOND));
        assertThat(admitted(new Passage(2, 3 * SECOND)))
                .isEqualTo(new Passage(2, 51 * SECOND + SECOND / 2));
    }

    private static void isForbidden(Admission admission, String why) {
        assertThat(admission).isInstanceOf(Admission.Forbidden.class);
        assertThat(((Admission.Forbidden) admission).why()).contains(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"another-secret", "a-shared-secre", "a-shared-secret-and-more"})
    void anotherSecretIsForbiddenWhateverElseIsSent(String secret) {
        isForbidden(admit(receiver, headers(protocol("sender", secret))), "not signed");
    }

    @Test
    void whatIsNotSignedIsForbidden() {
        isForbidden(admit(receiver, MultiMap.caseInsensitiveMultiMap()), "not signed");
        isForbidden(admit(receiver, headers(protocol("sender"))), "not signed");
        isForbidden(admit(receiver, headers(sender).set("Belfry-Signature", "§")), "not signed");
    }

    /**
     * One secret follows another, node by node: add the new one, sign with it, drop the old one.
     */
    @Test
    void secretsAreChangedWithoutAGap() {
        var steps =
                List.of(
                        new String[] {"old-secret"},
                        new String[] {"old-secret", "new-secret"},
                        new String[] {"new-secret", "old-secret"},
                        new String[] {"new-secret"});
        for (int i = 1; i < steps.size(); i++) {
            for (var from : steps.subList(i - 1, i + 1)) {
                for (var to : steps.subList(i - 1, i + 1)) {
                    assertThat(admit(protocol("receiver", to), headers(protocol("s", from))))
                            .isInstanceOf(Admission.Admitted.class);
                }
            }
        }
        isForbidden(
                admit(protocol("receiver", "new-secret"), headers(protocol("s", "old-secret"))),
                "not signed");
    }

    @Test
    void theSecretItselfIsNeverSent() {
        assertThat(headers(sender).entries()).noneMatch(it -> it.getValue().contains(SECRET));
        assertThat(ClusterSecret.of(Optional.of(SECRET), false)).hasToString("(hidden)");
    }

    @Test
    void aCallThatIsSentOnceMoreIsForbidden() {
        var headers = headers(sender);
        assertThat(admit(receiver, headers)).isInstanceOf(Admission.Admitted.class);
        isForbidden(admit(receiver, headers), "come before");
        assertThat(admit(receiver, headers(sender))).isInstanceOf(Admission.Admitted.class);
    }

    @Test
    void aCallForAnotherNodeIsForbidden() {
        isForbidden(admit(protocol("third", SECRET), headers(sender)), "another node");
    }

    @Test
    void anOldCallIsForbiddenAndSoIsOneOfTheFuture() {
        var headers = headers(sender);
        now = now.plus(Replays.TOLERANCE);
        assertThat(admit(receiver, headers)).isInstanceOf(Admission.Admitted.class);
        var later = headers(sender);
        now = now.plus(Replays.TOLERANCE).plusMillis(1);
        isForbidden(admit(receiver, later), "too long ago");
        var future = headers(sender);
        now = now.minus(Replays.TOLERANCE).minusMillis(1);
        isForbidden(admit(receiver, future), "clocks");
    }

    /** It has forgotten what came before its restart. */
    @Test
    void aCallFromBeforeTheReceiversStartIsForbidden() {
        var headers = headers(sender);
        now = now.plusMillis(1);
        isForbidden(admit(protocol("receiver", SECRET), headers), "too long ago");
    }

    @Test
    void nothingOfACallCanBeChanged() {
        List<UnaryOperator<MultiMap>> changes =
                List.of(
                        it -> it.set("Belfry-Hops", "2"),
                        it -> it.set("Belfry-Timeout", "9999"),
                        it -> it.set("Belfry-Caller", "admin"),
                        it -> it.set("Belfry-To", "another"),
                        it -> it.set("Belfry-Digest", "another"),
                        it -> it.set("Content-Type", "text/plain"),
                        it -> it.set("If-Match", "\"1\""),
                        it -> it.add("Belfry-Hops", "1"),
                        it -> it.remove("Belfry-Protocol"),
                        it -> it.set("Belfry-Call", it.get("Belfry-Call") + "1"));
        for (var change : changes) {
            isForbidden(admit(receiver, change.apply(headers(sender))), "not signed");
        }
        isForbidden(receiver.admit(HttpMethod.PUT, URI, headers(sender), 0), "not signed");
        isForbidden(receiver.admit(HttpMethod.POST, URI + "c", headers(sender), 0), "not signed");
        assertThat(admit(receiver, headers(sender).set("Via", "a proxy")))
                .isInstanceOf(Admission.Admitted.class);
    }

    @Test
    void aBodyIsCoveredByItsDigest() {
        var headers = headers(sender);
        var body = "a body".getBytes(StandardCharsets.US_ASCII);
        assertThat(receiver.covers(headers, body, 0, body.length)).isTrue();
        assertThat(receiver.covers(headers, body, 0, body.length - 1)).isFalse();
        body[0] = 'A';
        assertThat(receiver.covers(headers, body, 0, body.length)).isFalse();
    }

    @Test
    void callsThatOvertakeEachOtherAreTakenOnceEach() {
        var window = new SequenceWindow();
        var numbers = new ArrayList<>(List.of(5L, 3L, 4L, 0L, 70_000L, 69_999L, 5_000L, 140_000L));
        for (long number : numbers) {
            assertThat(window.takes(number, 0)).as("%d", number).isTrue();
        }
        for (long number : numbers) {
            assertThat(window.takes(number, 0)).as("%d again", number).isFalse();
        }
        assertThat(window.takes(140_000L - SequenceWindow.WIDTH, 0)).isFalse();
        assertThat(window.takes(140_001L - SequenceWindow.WIDTH, 0)).isTrue();
        assertThat(window.takes(-1, 0)).isFalse();
    }

    @Test
    void memoryOfSendersIsBoundedAndThoseThatAreSilentMakeRoom() {
        var replays = new Replays(clock);
        for (long sender = 0; sender < Replays.MOST_SENDERS; sender++) {
            assertThat(replays.isFirst(sender, 0)).isTrue();
        }
        assertThat(replays.isFirst(-1, 0)).isFalse();
        assertThat(replays.isFirst(0, 1)).isTrue();
        now = now.plus(Replays.TOLERANCE.multipliedBy(2)).plusMillis(1);
        assertThat(replays.isFirst(-1, 0)).isTrue();
    }

    @Test
    void nodesOnOneMachineCanDoWithoutASecretAndOthersCanNot() {
        var local = release("local", ClusterSecret.of(Optional.empty(), true), 1, 1);
        var open = release("open", ClusterSecret.of(Optional.empty(), false), 1, 1);
        assertThat(local.maySend()).isTrue();
        assertThat(admit(local, headers(local))).isInstanceOf(Admission.Admitted.class);
        isForbidden(admit(receiver, headers(local)), "not signed");
        assertThat(open.maySend()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "2", "x", "-1"})
    void aProtocolThatIsNotSpokenHereIsUnreadable(String version) {
        assertThat(admitUnsigned(headers(unsigned(1, 1)).set("Belfry-Protocol", version)))
                .isInstanceOf(Admission.Unreadable.class);
    }

    private Protocol unsigned(int oldest, int newest) {
        return release("any", ClusterSecret.of(Optional.empty(), true), oldest, newest);
    }

    private Admission admitUnsigned(MultiMap headers) {
        return admit(unsigned(1, 1), headers);
    }

    @ParameterizedTest
    @CsvSource({"1,1, 1,2, 1", "1,2, 1,1, 1", "1,2, 1,2, 2", "1,2, 2,3, 2", "2,3, 1,2, 2"})
    void nodesOfTwoFollowingReleasesSpeakTheNewestThatBothKnow(
            int oldest, int newest, int othersOldest, int othersNewest, String spoken) {
        var one = unsigned(oldest, newest);
        var version = new NodeVersion("any", othersNewest);
        var headers =
                one.headers(row("any", version), request(), new Passage(1, 3 * SECOND), SECOND);
        assertThat(one.silence(version)).isEmpty();
        assertThat(headers.get("Belfry-Protocol")).isEqualTo(spoken);
        assertThat(admit(unsigned(othersOldest, othersNewest), headers))
                .isInstanceOf(Admission.Admitted.class);
    }

    @Test
    void aNodeSaysNothingToOneThatIsTooOldToUnderstandIt() {
        assertThat(unsigned(2, 3).silence(NodeVersion.UNTOLD))
                .contains("this node speaks protocols 2 to 3, and it 1 at most");
    }

    /** Its row may be that of its life before it was taken back to an older release. */
    @Test
    void aNodeThatIsSpokenToInAProtocolItDoesNotKnowSaysWhichItKnows() {
        var later = row("any", new NodeVersion("later", 2));
        var headers = unsigned(1, 2).headers(later, request(), new Passage(1, 3 * SECOND), SECOND);
        assertThat(admitUnsigned(headers))
                .isEqualTo(new Admission.Unreadable("this node speaks protocols 1 to 1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "3", ""})
    void moreHopsThanTwoAreUnreadable(String hops) {
        assertThat(admitUnsigned(headers(unsigned(1, 1)).set("Belfry-Hops", hops)))
                .isInstanceOf(Admission.Unreadable.class);
    }

    @Test
    void aRequestThatNobodyWaitsForIsLate() {
        var headers =
                sender.headers(
                        row("receiver", NodeVersion.UNTOLD),
                        request(),
                        new Passage(1, SECOND),
                        2 * SECOND);
        assertThat(admit(receiver, headers)).isEqualTo(new Admission.Late());
    }
}
