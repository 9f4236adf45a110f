package dev.belfry.http.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.NodeVersion;
import dev.belfry.http.peer.Protocol.Admission;
import dev.belfry.node.route.Passage;
import io.vertx.core.MultiMap;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What nodes tell each other about a request, and who is let in. */
class ProtocolTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final Protocol protocol = protocol("a-shared-secret");

    private static Protocol protocol(String secret) {
        return new Protocol(ClusterSecret.of(Optional.of(secret), false));
    }

    private static MultiMap headers(Protocol from) {
        return from.headers(NodeVersion.UNTOLD, new Passage(1, 3 * SECOND), SECOND);
    }

    private Passage admitted(Passage sent) {
        var headers = protocol.headers(NodeVersion.UNTOLD, sent, SECOND);
        return ((Admission.Admitted) protocol.admit(headers, 50 * SECOND)).passage();
    }

    @Test
    void hopsAndTheTimeThatIsLeftArriveByTheReceiversOwnClockLessTheWayBack() {
        assertThat(admitted(new Passage(1, 11 * SECOND))).isEqualTo(new Passage(1, 59 * SECOND));
        assertThat(admitted(new Passage(2, 3 * SECOND)))
                .isEqualTo(new Passage(2, 51 * SECOND + SECOND / 2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"another-secret", "a-shared-secre", "a-shared-secret-and-more", ""})
    void anotherSecretIsForbiddenWhateverElseIsSent(String secret) {
        assertThat(protocol.admit(headers(protocol(secret)), 0))
                .isEqualTo(new Admission.Forbidden());
    }

    @Test
    void noSecretIsForbidden() {
        assertThat(protocol.admit(MultiMap.caseInsensitiveMultiMap(), 0))
                .isEqualTo(new Admission.Forbidden());
    }

    @Test
    void nodesOnOneMachineCanDoWithoutASecretAndOthersCanNot() {
        var local = new Protocol(ClusterSecret.of(Optional.empty(), true));
        var open = new Protocol(ClusterSecret.of(Optional.empty(), false));
        assertThat(local.maySend()).isTrue();
        assertThat(local.admit(headers(local), 0)).isInstanceOf(Admission.Admitted.class);
        assertThat(protocol.admit(headers(local), 0)).isEqualTo(new Admission.Forbidden());
        assertThat(open.maySend()).isFalse();
        assertThat(open.admit(headers(local), 0)).isEqualTo(new Admission.Forbidden());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "2", "x", "-1"})
    void aProtocolThatIsNotSpokenHereIsUnreadable(String version) {
        var headers = headers(protocol).set("Belfry-Protocol", version);
        assertThat(protocol.admit(headers, 0)).isInstanceOf(Admission.Unreadable.class);
    }

    /** A node of a release that speaks protocols from one to another. */
    private static Protocol release(int oldest, int newest) {
        return new Protocol(
                ClusterSecret.of(Optional.of("a-shared-secret"), false), oldest, newest);
    }

    @ParameterizedTest
    @CsvSource({"1,1, 1,2, 1", "1,2, 1,1, 1", "1,2, 1,2, 2", "1,2, 2,3, 2", "2,3, 1,2, 2"})
    void nodesOfTwoFollowingReleasesSpeakTheNewestThatBothKnow(
            int oldest, int newest, int othersOldest, int othersNewest, String spoken) {
        var one = release(oldest, newest);
        var other = release(othersOldest, othersNewest);
        var version = new NodeVersion("any", othersNewest);
        var headers = one.headers(version, new Passage(1, 3 * SECOND), SECOND);
        assertThat(one.silence(version)).isEmpty();
        assertThat(headers.get("Belfry-Protocol")).isEqualTo(spoken);
        assertThat(other.admit(headers, 0)).isInstanceOf(Admission.Admitted.class);
    }

    @Test
    void aNodeSaysNothingToOneThatIsTooOldToUnderstandIt() {
        assertThat(release(2, 3).silence(NodeVersion.UNTOLD))
                .contains("this node speaks protocols 2 to 3, and it 1 at most");
    }

    /** Its row may be that of its life before it was taken back to an older release. */
    @Test
    void aNodeThatIsSpokenToInAProtocolItDoesNotKnowSaysWhichItKnows() {
        var headers =
                release(1, 2)
                        .headers(new NodeVersion("later", 2), new Passage(1, 3 * SECOND), SECOND);
        assertThat(release(1, 1).admit(headers, 0))
                .isEqualTo(new Admission.Unreadable("this node speaks protocols 1 to 1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "3", ""})
    void moreHopsThanTwoAreUnreadable(String hops) {
        var headers = headers(protocol).set("Belfry-Hops", hops);
        assertThat(protocol.admit(headers, 0)).isInstanceOf(Admission.Unreadable.class);
    }

    @Test
    void aRequestThatNobodyWaitsForIsLate() {
        var headers = protocol.headers(NodeVersion.UNTOLD, new Passage(1, SECOND), 2 * SECOND);
        assertThat(protocol.admit(headers, 0)).isEqualTo(new Admission.Late());
    }

    @Test
    void theSecretIsNotShown() {
        assertThat(ClusterSecret.of(Optional.of("a-shared-secret"), false)).hasToString("(hidden)");
    }
}
