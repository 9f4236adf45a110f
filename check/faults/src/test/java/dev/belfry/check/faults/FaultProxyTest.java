package dev.belfry.check.faults;

import static dev.belfry.check.faults.Direction.FROM_CLIENT;
import static dev.belfry.check.faults.Direction.FROM_SERVER;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultProxyTest {
    /** How long a test looks to see that nothing comes; too short a look proves less, no more. */
    private static final int GLANCE_MILLIS = 50;

    private final LinkedBlockingQueue<Socket> accepted = new LinkedBlockingQueue<>();
    private ServerSocket server;
    private Thread acceptor;
    private FaultProxy proxy;

    /** A connection, seen from both ends. */
    private record Pair(Socket client, Socket server) {
        void exchange(String text) throws IOException {
            say(client, text);
            assertThat(heard(server, text.length())).isEqualTo(text);
            say(server, text);
            assertThat(heard(client, text.length())).isEqualTo(text);
        }
    }

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        proxy = new FaultProxy(server.getLocalPort());
        proxy.start();
        acceptor = Thread.ofVirtual().start(this::accept);
    }

    private void accept() {
        try {
            while (true) {
                accepted.add(server.accept());
            }
        } catch (IOException _) {
            // the test is over
        }
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    private Pair connect() throws IOException, InterruptedException {
        var client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        var pair = new Pair(client, accepted.poll(60, TimeUnit.SECONDS));
        pair.exchange("hello");
        return pair;
    }

    private static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
    }

    private static String heard(Socket socket, int length) throws IOException {
        socket.setSoTimeout(60_000);
        return new String(socket.getInputStream().readNBytes(length), UTF_8);
    }

    private static void hearsNothing(Socket socket) throws IOException {
        socket.setSoTimeout(GLANCE_MILLIS);
        assertThatThrownBy(() -> socket.getInputStream().read())
                .isInstanceOf(SocketTimeoutException.class);
    }

    private static void isReset(Socket socket) {
        assertThatThrownBy(() -> heard(socket, 1))
                .isInstanceOf(SocketException.class)
                .hasMessageContaining("reset");
    }

    @Test
    void roundTripsAreCountedHoweverManyPiecesTheyHave() throws Exception {
        var pair = connect();
        pair.exchange("x".repeat(100_000));
        pair.exchange("again");
        connect();
        assertThat(proxy.roundTrips()).isEqualTo(4);
    }

    @Test
    void everythingPassesBothWaysAndIsCounted() throws Exception {
        var pair = connect();
        pair.exchange("x".repeat(100_000));
        assertThat(proxy.passed(FROM_CLIENT)).isEqualTo(100_005);
        assertThat(proxy.passed(FROM_SERVER)).isEqualTo(100_005);
        assertThat(proxy.connections()).isOne();
    }

    @Test
    void theEndOfOneSideIsTheEndOfTheOther() throws Exception {
        var pair = connect();
        pair.client().close();
        assertThat(heard(pair.server(), 1)).isEmpty();
    }

    @Test
    void aCutResetsBothSidesAndNewConnectionsAreWelcome() throws Exception {
        var pair = connect();
        proxy.cut();
        isReset(pair.client());
        isReset(pair.server());
        connect();
    }

    @Test
    void refusedAreNewConnectionsOnlyUntilTheFaultEnds() throws Exception {
        var pair = connect();
        proxy.refuse();
        assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
        pair.exchange("still there");
        proxy.pass();
        connect();
        pair.exchange("and now");
    }

    @Test
    void aServerThatIsAwayIsFeltAsAReset() throws Exception {
        server.close();
        acceptor.join();
        try (var client = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
            isReset(client);
        }
    }

    @Test
    void whatHangsGoesOnWhenTheFaultEnds() throws Exception {
        var pair = connect();
        proxy.hang(FROM_CLIENT, FROM_SERVER);
        say(pair.client(), "late");
        hearsNothing(pair.server());
        proxy.pass();
        assertThat(heard(pair.server(), 4)).isEqualTo("late");
        pair.exchange("again");
    }

    @Test
    void oneDirectionCanHangAlone() throws Exception {
        var pair = connect();
        proxy.hang(FROM_SERVER);
        say(pair.client(), "question");
        assertThat(heard(pair.server(), 8)).isEqualTo("question");
        say(pair.server(), "answer");
        hearsNothing(pair.client());
        proxy.pass();
        assertThat(heard(pair.client(), 6)).isEqualTo("answer");
    }

    @Test
    void aConnectionThatHasLostBytesIsResetWhenTheFaultEnds() throws Exception {
        var pair = connect();
        var silent = connect();
        proxy.swallow(FROM_CLIENT);
        say(pair.client(), "lost");
        hearsNothing(pair.server());
        proxy.pass();
        isReset(pair.server());
        silent.exchange("nothing was lost here");
    }

    @Test
    void connectionsCanGoSilentWhileNewOnesAreWelcome() throws Exception {
        var pair = connect();
        proxy.silence();
        say(pair.client(), "lost");
        hearsNothing(pair.server());
        connect().exchange("welcome");
        proxy.pass();
        isReset(pair.client());
    }

    @Test
    void aDelayIsSpentOnTheWay() throws Exception {
        var pair = connect();
        proxy.delay(Duration.ofMillis(GLANCE_MILLIS));
        long began = System.nanoTime();
        pair.exchange("slowly");
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isGreaterThanOrEqualTo(Duration.ofMillis(2 * GLANCE_MILLIS));
    }

    @Test
    void aMessageCanBeCutInItsMidst() throws Exception {
        var pair = connect();
        var other = connect();
        proxy.cutAfter(FROM_CLIENT, 3);
        assertThat(proxy.isCutArmed()).isTrue();
        say(pair.client(), "COMMIT");
        assertThat(heard(pair.server(), 3)).isEqualTo("COM");
        isReset(pair.server());
        isReset(pair.client());
        isReset(other.client());
        assertThat(proxy.isCutArmed()).isFalse();
        connect().exchange("as before");
    }

    @Test
    void anAnswerCanBeCutBeforeItsFirstByte() throws Exception {
        var pair = connect();
        proxy.cutAfter(FROM_SERVER, 0);
        say(pair.client(), "question");
        assertThat(heard(pair.server(), 8)).isEqualTo("question");
        say(pair.server(), "answer");
        isReset(pair.client());
    }
}
