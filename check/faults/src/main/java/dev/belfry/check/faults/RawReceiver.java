package dev.belfry.check.faults;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A receiver on bare sockets, which can be as rude as a test needs: it reads requests and lets the
 * test write any bytes, or none.
 */
public final class RawReceiver implements AutoCloseable {
    /** One request as it came over the wire. */
    public record Request(String head, List<Byte> bodyBytes) {
        public byte[] body() {
            var body = new byte[bodyBytes.size()];
            for (int i = 0; i < body.length; i++) {
                body[i] = bodyBytes.get(i);
            }
            return body;
        }

        public String header(String name) {
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElse("");
        }
    }

    /** Answers one request; what it leaves open stays open. */
    public interface Answer {
        void to(Request request, Socket connection) throws IOException, InterruptedException;
    }

    /** More than the connections that a server makes to one host. */
    private static final int BACKLOG = 500;

    private final ServerSocket server;
    private final Answer answer;
    private final CountDownLatch released = new CountDownLatch(1);
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();

    public RawReceiver(Answer answer) {
        this(answer, InetAddress.getLoopbackAddress());
    }

    public RawReceiver(Answer answer, InetAddress address) {
        this(answer, address, 0);
    }

    public RawReceiver(Answer answer, InetAddress address, int port) {
        this.answer = answer;
        try {
            this.server = new ServerSocket(port, BACKLOG, address);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::acceptAll);
    }

    /** A receiver that always writes the same bytes, whatever they are. */
    public static RawReceiver writing(String bytes) {
        return new RawReceiver((_, connection) -> write(connection, bytes));
    }

    /** A receiver that answers a proper status with a proper body. */
    public static RawReceiver answering(int status, String extraHeaders, String body) {
        return writing(response(status, extraHeaders, body));
    }

    public static String response(int status, String extraHeaders, String body) {
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        return "HTTP/1.1 %d Any\r\n%sContent-Length: %d\r\n\r\n%s"
                .formatted(status, extraHeaders, length, body);
    }

    /** Once written nothing more is asked of the connection: the other end may have closed it. */
    public static void write(Socket connection, String text) throws IOException {
        connection.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Makes the connection end with a reset instead of an orderly close. */
    public static void reset(Socket connection) throws IOException {
        connection.setSoLinger(true, 0);
        connection.close();
    }

    /** Blocks until the receiver is closed. */
    public void hang() throws InterruptedException {
        released.await();
    }

    public int port() {
        return server.getLocalPort();
    }

    public String url() {
        return "http://127.0.0.1:" + port() + "/callback?token=secret";
    }

    public int connections() {
        return accepted.get();
    }

    public int requestsSoFar() {
        return requests.size();
    }

    public Request nextRequest() throws InterruptedException {
        return requests.take();
    }

    public Socket connection(int index) {
        return connections.get(index);
    }

    private void acceptAll() {
        try {
            while (true) {
                var connection = server.accept();
                connections.add(connection);
                accepted.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(connection));
            }
        } catch (IOException _) {
            // The receiver is closed.
        }
    }

    private void serve(Socket connection) {
        try {
            var in = new BufferedInputStream(connection.getInputStream());
            while (true) {
                var request = read(in);
                requests.add(request);
                answer.to(request, connection);
            }
        } catch (SocketException _) {
            // The sender has gone, or the test has closed the connection.
        } catch (IOException | InterruptedException _) {
            quietlyClose(connection);
        }
    }

    private static Request read(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("end of stream");
            }
            head.append((char) next);
        }
        var text = head.toString();
        var length = new Request(text, List.of()).header("content-length");
        var body = in.readNBytes(length.isEmpty() ? 0 : Integer.parseInt(length));
        return new Request(text, bytes(body));
    }

    private static List<Byte> bytes(byte[] body) {
        var list = new ArrayList<Byte>(body.length);
        for (byte b : body) {
            list.add(b);
        }
        return list;
    }

    private static void quietlyClose(Socket connection) {
        try {
            connection.close();
        } catch (IOException _) {
            // It is gone already.
        }
    }

    @Override
    public void close() {
        released.countDown();
        connections.forEach(RawReceiver::quietlyClose);
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
