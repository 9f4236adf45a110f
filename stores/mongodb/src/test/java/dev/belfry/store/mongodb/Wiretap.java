package dev.belfry.store.mongodb;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between a store and its server, hears every command by its name, and loses some; a proxy
 * that knows bytes only could not tell a commit from what goes before it. A store must go through
 * it by a direct connection: the server would tell it the way around. Thread-safe.
 */
final class Wiretap implements AutoCloseable {
    /** The longest message that is taken for one. */
    private static final int LONGEST = 64 << 20;

    /** What becomes of a command. */
    private enum Fate {
        PASSES,
        /** The server never sees it. */
        LOST,
        /** The server does it, and its answer is lost. */
        UNANSWERED,
        /** The server gets it when it is let go; the client hears nothing. */
        LATE
    }

    private final ServerSocket door;
    private final int serverPort;
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final List<Late> held = new CopyOnWriteArrayList<>();
    private volatile String victim = "";
    private volatile Fate fate = Fate.PASSES;
    private final AtomicInteger times = new AtomicInteger();

    /** A command that waits, and the connection it came on. */
    private record Late(ByteBuffer message, Socket server) {}

    Wiretap(int serverPort) {
        this.serverPort = serverPort;
        try {
            this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** A URL of the same database through this. */
    String through(String url) {
        return url.replaceFirst("//[^/]+/", "//127.0.0.1:%d/".formatted(door.getLocalPort()))
                .replaceFirst("\\?.*", "?directConnection=true");
    }

    static Wiretap on(String url) {
        return new Wiretap(Integer.parseInt(url.replaceFirst(".*?//[^/]*:(\\d+)/.*", "$1")));
    }

    void loseNext(int number, String command) {
        victimize(number, command, Fate.LOST);
    }

    void loseNextAnswers(int number, String command) {
        victimize(number, command, Fate.UNANSWERED);
    }

    void holdNext(String command) {
        victimize(1, command, Fate.LATE);
    }

    private void victimize(int number, String command, Fate itsFate) {
        heard.clear();
        victim = command;
        fate = itsFate;
        times.set(number);
    }

    /** The commands since the last order; those that were lost among them. */
    long heard(String command) {
        return heard.stream().filter(command::equals).count();
    }

    /** Lets what was held go to the server, and returns when the server has answered. */
    void letGo() {
        for (var late : held) {
            try {
                late.server().getOutputStream().write(late.message().array());
                read(new DataInputStream(late.server().getInputStream()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        held.clear();
    }

    private void accept() {
        try {
            while (true) {
                var client = door.accept();
                var server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                Thread.ofVirtual().start(() -> carry(client, server));
            }
        } catch (IOException e) {
            // The door is closed.
        }
    }

    /** A driver asks one thing at a time on a connection; hellos may be answered many times. */
    private void carry(Socket client, Socket server) {
        boolean keepServer = false;
        try {
            var fromClient = new DataInputStream(client.getInputStream());
            var fromServer = new DataInputStream(server.getInputStream());
            while (true) {
                var message = read(fromClient);
                var command = command(message);
                heard.add(command);
                switch (fateOf(command)) {
                    case PASSES -> {
                        send(message, server.getOutputStream());
                        answer(fromServer, client.getOutputStream());
                    }
                    case LOST -> {
                        return;
                    }
                    case UNANSWERED -> {
                        send(message, server.getOutputStream());
                        read(fromServer);
                        return;
                    }
                    case LATE -> {
                        held.add(new Late(ByteBuffer.wrap(message), server));
                        keepServer = true;
                        return;
                    }
                }
            }
        } catch (IOException e) {
            // One of the two has gone; the other goes too.
        } finally {
            close(client);
            if (!keepServer) {
                close(server);
            }
        }
    }

    /** More comes after an answer that says so, to those that watch the server. */
    private static void answer(DataInputStream server, OutputStream client) throws IOException {
        boolean moreToCome = true;
        while (moreToCome) {
            var answer = read(server);
            send(answer, client);
            moreToCome = (header(answer).getInt(16) & 2) != 0;
        }
    }

    private Fate fateOf(String command) {
        return command.equals(victim) && times.getAndUpdate(n -> Math.max(0, n - 1)) > 0
                ? fate
                : Fate.PASSES;
    }

    private static byte[] read(DataInputStream from) throws IOException {
        var length = new byte[4];
        from.readFully(length);
        int size = header(length).getInt(0);
        if (size < 16 || size > LONGEST) {
            throw new EOFException("no message");
        }
        var message = new byte[size];
        System.arraycopy(length, 0, message, 0, 4);
        from.readFully(message, 4, size - 4);
        return message;
    }

    private static void send(byte[] message, OutputStream to) throws IOException {
        to.write(message);
        to.flush();
    }

    /**
     * The first field of the document names it: after the header, flags, a byte, a length, a type.
     */
    private static String command(byte[] message) {
        int start = 16 + 4 + 1 + 4 + 1;
        int end = start;
        while (end < message.length && message[end] != 0) {
            end++;
        }
        return end > start ? new String(message, start, end - start, StandardCharsets.UTF_8) : "";
    }

    private static ByteBuffer header(byte[] message) {
        return ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        held.forEach(late -> close(late.server()));
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
