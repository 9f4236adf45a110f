package dev.belfry.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
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
        var in = socket.getInputStream();
        var head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                return head.toString(StandardCharsets.ISO_8859_1);
            }
            head.write(next);
        }
        var text = head.toString(StandardCharsets.ISO_8859_1);
        return text + body(in, text);
    }

    private static String body(InputStream in, String head) throws IOException {
        var length = head.replaceFirst("(?is).*\r\ncontent-length: *([0-9]+).*", "$1");
        return length.equals(head)
                ? ""
                : new String(in.readNBytes(Integer.parseInt(length)), StandardCharsets.UTF_8);
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
