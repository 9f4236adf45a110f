package dev.belfry.server;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;

/** A connection on which a test says exactly what it wants. */
public final class RawConnection implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;

    public RawConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
    }

    public RawConnection say(String text) throws IOException {
        return say(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public RawConnection say(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** Says that nothing more will come. */
    public RawConnection hangUp() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** The head of the next answer, and its body if it has a length. */
    public String answer() throws IOException {
        var head = head();
        return head + body(socket.getInputStream(), head);
    }

    /** The head of the next answer, or what comes before the connection ends. */
    private String head() throws IOException {
        var head = new StringBuilder();
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                break;
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private static String body(InputStream in, String head) throws IOException {
        var length = head.replaceFirst("(?is).*\r\ncontent-length: *([0-9]+).*", "$1");
        return length.equals(head)
                ? ""
                : new String(in.readNBytes(Integer.parseInt(length)), StandardCharsets.UTF_8);
    }

    /** The next answer with all of its body; that of a stream of events has none. */
    public Reply reply(String method) throws IOException {
        var head = head();
        var lines = head.lines().toList();
        if (!head.startsWith("HTTP/1.") || !head.endsWith("\r\n\r\n")) {
            throw new IOException("no answer but " + head);
        }
        int status = Integer.parseInt(lines.getFirst().substring(9, 12));
        if (status == 100) {
            return reply(method);
        }
        var headers =
                HttpHeaders.of(
                        lines.stream()
                                .skip(1)
                                .filter(line -> !line.isEmpty())
                                .map(line -> line.split(": *", 2))
                                .collect(groupingBy(it -> it[0], mapping(it -> it[1], toList()))),
                        (_, _) -> true);
        return new Reply(status, headers, method.equals("HEAD") ? new byte[0] : body(headers));
    }

    private byte[] body(HttpHeaders headers) throws IOException {
        var in = socket.getInputStream();
        var length = headers.firstValueAsLong("Content-Length");
        if (length.isPresent()) {
            return in.readNBytes((int) length.getAsLong());
        }
        boolean isStream =
                headers.firstValue("Content-Type").orElse("").startsWith("text/event-stream");
        return headers.firstValue("Transfer-Encoding").isPresent() && !isStream
                ? chunks(in)
                : new byte[0];
    }

    private static byte[] chunks(InputStream in) throws IOException {
        var body = new ByteArrayOutputStream();
        for (int length = size(in); length > 0; length = size(in)) {
            body.write(in.readNBytes(length));
            in.skipNBytes(2);
        }
        in.skipNBytes(2);
        return body.toByteArray();
    }

    private static int size(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the chunks end with " + line);
            }
            line.append((char) next);
        }
        return Integer.parseInt(line.toString().strip(), 16);
    }

    /** What comes up to and including a word. */
    public String upTo(String word) throws IOException {
        var text = new StringBuilder();
        while (text.indexOf(word) < 0) {
            text.append((char) socket.getInputStream().read());
        }
        return text.toString();
    }

    /** Everything that comes until the server closes the connection. */
    public String everything() throws IOException {
        try {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (SocketException reset) {
            return String.valueOf(reset.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
