package dev.belfry.server;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.check.faults.CertificateAuthority;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.config.ConfigurationException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two servers that speak TLS, with their clients and with each other. */
class TlsTest {
    private static final MemoryTimerStore STORE = new MemoryTimerStore(InstantSource.system());
    private static final Map<String, BelfryServer> NODES = new HashMap<>();

    @TempDir private static Path folder;

    private static CertificateAuthority api;
    private static CertificateAuthority members;
    private static CertificateAuthority strangers;

    @BeforeAll
    static void start() throws Exception {
        api = CertificateAuthority.in(folder.resolve("api"));
        members = CertificateAuthority.in(folder.resolve("members"));
        strangers = CertificateAuthority.in(folder.resolve("strangers"));
        for (var name : List.of("one", "two")) {
            api.issue(file(name + ".crt"), file(name + ".key"));
        }
        use("one");
        Files.copy(members.file(), file("ca.crt"));
        Files.writeString(file("secret"), "the-first-secret-of-all\n");
        for (var name : List.of("a", "b")) {
            members.issue(file(name + ".crt"), file(name + ".key"));
            var server = new BelfryServer(configuration(name, Map.of()), () -> STORE);
            server.start();
            NODES.put(name, server);
        }
        Eventually.holds("both have shards", TlsTest::areSharing);
    }

    private static Path file(String name) {
        return folder.resolve(name);
    }

    private static Configuration configuration(String name, Map<String, String> more) {
        var flags =
                new HashMap<>(
                        Map.of(
                                "http.port", "0",
                                "log.level", "warn",
                                "node.id", name,
                                "http.bodyTimeout", "1s",
                                "http.tls.certificate", file("api.crt").toString(),
                                "http.tls.key", file("api.key").toString(),
                                "cluster.tls.certificate", file(name + ".crt").toString(),
                                "cluster.tls.key", file(name + ".key").toString(),
                                "cluster.tls.ca", file("ca.crt").toString()));
        flags.putAll(more);
        var environment = Map.of("BELFRY_CLUSTER_SECRET_FILE", file("secret").toString());
        return Configuration.load(Optional.empty(), environment, flags);
    }

    @AfterAll
    static void stop() {
        NODES.values().forEach(BelfryServer::close);
    }

    private static boolean areSharing() {
        try (var client = client(api.trusting())) {
            var text = get(client, "a", "/api/v1/cluster");
            return text.contains("\"owner\":\"a\"") && text.contains("\"owner\":\"b\"");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static HttpClient client(SSLContext context) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(context)
                .build();
    }

    private static URI uri(String node, String path) {
        return URI.create("https://127.0.0.1:" + NODES.get(node).port() + path);
    }

    private static String get(HttpClient client, String node, String path) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(node, path)).build(), BodyHandlers.ofString())
                .body();
    }

    private static String put(HttpClient client, String node, String id) throws Exception {
        var body =
                "{\"executeAt\": \"2030-01-01T00:00:00Z\", \"callbackUrl\": \"http://a.example\"}";
        var request =
                HttpRequest.newBuilder(uri(node, "/api/v1/timers/default/" + id))
                        .header("Content-Type", "application/json")
                        .PUT(BodyPublishers.ofString(body));
        var response = client.send(request.build(), BodyHandlers.ofString());
        if (response.body().contains("\"outcomeUnknown\":false")) {
            // On busy cores a handshake may take too long: it was refused, and comes again.
            return put(client, node, id);
        }
        return response.statusCode() == 201 ? "created" : response.body();
    }

    private static URI peerOf(String node) {
        return STORE.nodes().members().nodes().stream()
                .filter(row -> row.incarnation().node().value().equals(node))
                .map(row -> URI.create(row.peerAddress().orElseThrow()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void clientsAndNodesAreServedOverTls() throws Exception {
        assertThat(NODES.get("a").url()).startsWith("https://127.0.0.1:");
        assertThat(peerOf("a")).hasScheme("https");
        try (var client = client(api.trusting())) {
            for (int i = 0; i < 20; i++) {
                assertThat(put(client, "a", "served" + i)).isEqualTo("created");
            }
            assertThat(get(client, "a", "/api/v1/cluster"))
                    .containsPattern("\"changesForwarded\":[1-9]")
                    .contains("\"address\":\"" + NODES.get("b").url());
        }
    }

    @Test
    void strictTransportIsToldUnderNamesOfOthers() throws Exception {
        assertThat(raw(api.trusting(), "timers.example")).contains("403 ");
        try (var open =
                new BelfryServer(
                        configuration("a", Map.of("http.names", "timers.example")),
                        () -> new MemoryTimerStore(InstantSource.system()))) {
            open.start();
            assertThat(raw(open.port(), api.trusting(), "timers.example"))
                    .contains("200 ")
                    .containsIgnoringCase("Strict-Transport-Security: max-age=15768000\r\n");
            assertThat(raw(open.port(), api.trusting(), "localhost"))
                    .contains("200 ")
                    .doesNotContainIgnoringCase("Strict-Transport");
        }
    }

    private static String raw(SSLContext context, String host) throws IOException {
        return raw(NODES.get("a").port(), context, host);
    }

    private static String raw(int port, SSLContext context, String host) throws IOException {
        try (var socket = context.getSocketFactory().createSocket("127.0.0.1", port)) {
            return ask(socket, "GET /health/live", host);
        }
    }

    private static String ask(Socket socket, String what, String host) throws IOException {
        socket.getOutputStream()
                .write(
                        (what + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void plainHttpGetsNoAnswerOnEitherPort() throws Exception {
        for (int port : List.of(NODES.get("a").port(), peerOf("a").getPort())) {
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                assertThat(ask(socket, "GET /health/live", "localhost")).doesNotContain("HTTP/");
            }
        }
    }

    /** The client would speak them; no suite or version of theirs is left on the server. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "TLSv1.2 TLS_RSA_WITH_AES_128_GCM_SHA256",
                "TLSv1.2 TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
                "TLSv1.2 TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384",
                "TLSv1.1 TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
                "TLSv1 TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA"
            })
    void oldVersionsAndWeakSuitesAreRefused(String offer) throws Exception {
        var words = offer.split(" ");
        for (int port : List.of(NODES.get("a").port(), peerOf("a").getPort())) {
            assertThat(refusal(port, words[0], words[1])).as(offer).isNotEmpty();
        }
    }

    /** A hello by hand: Java itself no longer speaks the oldest versions. */
    private static String refusal(int port, String version, String suite) throws Exception {
        var hello = ClientHello.of(version, suite);
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(hello);
            var answer = socket.getInputStream().readAllBytes();
            // An alert, or nothing at all; never a record of a handshake.
            return answer.length == 0 || answer[0] == ClientHello.ALERT ? "refused" : "";
        }
    }

    @Test
    void helloByHandIsOneThatIsUnderstood() throws Exception {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), NODES.get("a").port())) {
            socket.getOutputStream()
                    .write(ClientHello.of("TLSv1.2", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"));
            assertThat(socket.getInputStream().read()).isEqualTo(ClientHello.HANDSHAKE);
        }
    }

    @Test
    void onlyHttp11IsSpoken() throws Exception {
        try (var socket =
                (SSLSocket)
                        api.trusting()
                                .getSocketFactory()
                                .createSocket("127.0.0.1", NODES.get("a").port())) {
            var parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            assertThat(socket.getApplicationProtocol()).isEmpty();
            assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.3");
        }
    }

    @Test
    void whoTakesItsTimeWithAHandshakeIsSentAway() throws Exception {
        try (var silent = new Socket(InetAddress.getLoopbackAddress(), NODES.get("a").port());
                var slow = new Socket(InetAddress.getLoopbackAddress(), NODES.get("a").port())) {
            slow.getOutputStream().write(new byte[] {22, 3, 1, 2});
            assertThat(slow.getInputStream().readAllBytes()).isEmpty();
            assertThat(silent.getInputStream().readAllBytes()).isEmpty();
        }
    }

    @Test
    void nobodyComesToThePortOfNodesWithoutACertificateOfTheirs() throws Exception {
        var port = peerOf("a").getPort();
        for (var context : List.of(members.trusting(), strangers.certifiedTrusting(members))) {
            assertThatThrownBy(() -> raw(port, context, "localhost"))
                    .isInstanceOf(IOException.class);
        }
        assertThat(raw(port, members.certifiedTrusting(members), "localhost"))
                .as("a member that does not know the secret")
                .contains(" 403 ");
    }

    @Test
    void aClientThatTrustsOthersDoesNotTrustTheServer() throws Exception {
        assertThatThrownBy(() -> raw(strangers.trusting(), "localhost"))
                .isInstanceOf(SSLException.class);
    }

    @Test
    void aKeyOfAnotherCertificateIsNoStart() throws Exception {
        var other = Map.of("http.tls.key", file("a.key").toString());
        var server = new BelfryServer(configuration("c", withMember(other)), () -> STORE);
        assertThatThrownBy(server::start)
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("http.tls: key is not the one of the certificate");
    }

    private static Map<String, String> withMember(Map<String, String> more) {
        var settings = new HashMap<>(more);
        settings.put("cluster.tls.certificate", file("a.crt").toString());
        settings.put("cluster.tls.key", file("a.key").toString());
        return settings;
    }

    /**
     * Under load, with a new connection for every other request: certificates of clients' port and
     * of nodes, the authority of the nodes, and their secret. Nothing is lost, also not by a file
     * that is of no use.
     */
    @Test
    void everythingIsChangedUnderLoadAndNoRequestIsLost() throws Exception {
        var former = members.certifiedTrusting(members);
        var next = CertificateAuthority.in(folder.resolve("next"));
        for (var name : List.of("a", "b")) {
            next.issue(file(name + "2.crt"), file(name + "2.key"));
        }
        var stop = new AtomicBoolean();
        var sent = new AtomicInteger();
        var answers = new HashSet<String>();
        try (var load = Executors.newSingleThreadExecutor()) {
            var loaded = load.submit(() -> load(stop, sent, answers));
            awaitMore(sent);
            write("secret", "the-first-secret-of-all the-second-secret-of-all");
            write("ca.crt", Files.readString(members.file()) + Files.readString(next.file()));
            awaitReload(sent);
            for (var name : List.of("a", "b")) {
                write(name + ".crt", Files.readString(file(name + "2.crt")));
                write(name + ".key", Files.readString(file(name + "2.key")));
            }
            write("secret", "the-second-secret-of-all the-first-secret-of-all");
            awaitReload(sent);
            write("secret", "the-second-secret-of-all");
            write("ca.crt", Files.readString(next.file()));
            awaitReload(sent);
            write("api.crt", "no certificate at all");
            Eventually.holds("it is told", () -> alarms().contains("FILE_REFUSED"));
            awaitMore(sent);
            use("one");
            Eventually.holds("it is over", () -> !alarms().contains("FILE_REFUSED"));
            stop.set(true);
            loaded.get();
        }
        assertThat(answers).isEqualTo(Set.of("created"));
        assertThatThrownBy(() -> raw(peerOf("a").getPort(), former, "localhost"))
                .as("one of the former authority")
                .isInstanceOf(IOException.class);
        members = next;
        System.out.printf("%d requests while everything was changed%n", 2 * sent.get());
    }

    /** Has the servers use another certificate for clients. */
    private static void use(String name) throws IOException {
        write("api.crt", Files.readString(file(name + ".crt")));
        write("api.key", Files.readString(file(name + ".key")));
    }

    private static void write(String name, String text) throws IOException {
        var temporary = Files.writeString(file(name + ".new"), text);
        Files.move(temporary, file(name), REPLACE_EXISTING);
    }

    /**
     * All files are looked at in one go, those of the clients' certificate first: when it has
     * changed twice since, everything else was looked at as well.
     */
    private static void awaitReload(AtomicInteger sent) throws Exception {
        for (var name : List.of("two", "one")) {
            use(name);
            var wanted = Files.readString(file(name + ".crt"));
            Eventually.holds("in use", () -> NODES.keySet().stream().allMatch(shows(wanted)));
        }
        awaitMore(sent);
    }

    private static Predicate<String> shows(String pem) {
        return node -> {
            try (var socket =
                    (SSLSocket)
                            api.trusting()
                                    .getSocketFactory()
                                    .createSocket("127.0.0.1", NODES.get(node).port())) {
                var shown = socket.getSession().getPeerCertificates()[0].getEncoded();
                return pem.replaceAll("\\s", "")
                        .contains(Base64.getEncoder().encodeToString(shown));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
    }

    private static Object load(AtomicBoolean stop, AtomicInteger sent, Set<String> answers)
            throws Exception {
        var kept = client(api.trusting());
        while (!stop.get()) {
            int number = sent.incrementAndGet();
            answers.add(put(kept, "a", "rotated" + number));
            try (var fresh = client(api.trusting())) {
                answers.add(put(fresh, "b", "fresh" + number));
            }
        }
        kept.close();
        return sent;
    }

    private static void awaitMore(AtomicInteger sent) {
        int now = sent.get();
        Eventually.holds("requests go on", () -> sent.get() > now + 20);
    }

    private static String alarms() {
        try (var client = client(api.trusting())) {
            return get(client, "a", "/api/v1/alarms");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
