package dev.belfry.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.belfry.core.store.StoreException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What the layers below us do with connections that break. */
class ConnectionsTest {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private final AtomicInteger arrived = new AtomicInteger();
    private HttpServer server;
    private volatile boolean breaking;

    @BeforeEach
    void start() throws IOException {
        System.setProperty("aws.accessKeyId", "test");
        System.setProperty("aws.secretAccessKey", "test");
        server = HttpServer.create(new InetSocketAddress(HERE, 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** The JDK's client repeats a POST on a used connection by itself, unless it is streamed. */
    @Test
    void aWriteOnAUsedConnectionThatBreaksIsNotRepeatedBelowUs() {
        try (var client = client(server.getAddress().getPort())) {
            put(client);
            breaking = true;

            assertThatThrownBy(() -> put(client)).isInstanceOf(SdkClientException.class);
        }
        assertThat(arrived).hasValue(2);
    }

    @Test
    void aServerThatIsNotThereIsUnavailableAtOpening() throws IOException {
        int port = freePort();

        assertThatThrownBy(
                        () ->
                                DynamoDbStoreProvider.open(
                                        "belfry", client(port), new SettableTicker()))
                .isInstanceOf(StoreException.Unavailable.class);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, HERE)) {
            return socket.getLocalPort();
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        arrived.incrementAndGet();
        if (breaking) {
            exchange.close();
            return;
        }
        var body = "{}".getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
        exchange.sendResponseHeaders(200, body.length);
        try (var out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private static void put(DynamoDbClient client) {
        client.putItem(
                it -> it.tableName("belfry").item(ItemKey.of("somewhere", "x").attributes()));
    }

    private static DynamoDbClient client(int port) {
        var url =
                "dynamodb://eu-central-1/belfry?endpoint=http://%s:%d"
                        .formatted(HERE.getHostAddress(), port);
        return DynamoDbStoreProvider.client(TableAddress.parse(url)).build();
    }
}
