package dev.belfry.check.faults;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.Function;

/** A DNS server on loopback that answers as a test wants, and lets nobody keep an answer. */
public final class NameServer implements AutoCloseable {
    private static final int HEAD = 12;
    private static final int IPV4 = 1;
    private static final int IPV6 = 28;

    /** Recursion was wanted and is available, and the answer is fine, or there is no such name. */
    private static final int FOUND = 0x8180;

    private static final int NO_SUCH_NAME = 0x8183;

    /** Points at the question's name, where every answer's name begins. */
    private static final int SAME_NAME = 0xc00c;

    private final DatagramSocket socket;
    private final Function<String, List<String>> addresses;

    /**
     * Starts it.
     *
     * @param addresses of a name, asked anew for each question; none if there is no such name
     */
    public NameServer(Function<String, List<String>> addresses) {
        this.addresses = addresses;
        try {
            this.socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::serve);
    }

    /** As resolvers are told of it. */
    public String address() {
        return "127.0.0.1:" + socket.getLocalPort();
    }

    private void serve() {
        try {
            while (true) {
                var packet = new DatagramPacket(new byte[512], 512);
                socket.receive(packet);
                var answer = answer(Arrays.copyOf(packet.getData(), packet.getLength()));
                socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
            }
        } catch (IOException _) {
            // The server is closed.
        }
    }

    private byte[] answer(byte[] query) throws IOException {
        var question = ByteBuffer.wrap(query).position(HEAD);
        var name = name(question);
        int type = question.getShort();
        question.getShort();
        var found =
                type == IPV4 || type == IPV6
                        ? addresses.apply(name).stream().map(InetAddress::ofLiteral).toList()
                        : List.<InetAddress>of();
        var fitting =
                found.stream()
                        .map(InetAddress::getAddress)
                        .filter(bytes -> bytes.length == (type == IPV4 ? 4 : 16))
                        .toList();
        return written(query, question.position(), found.isEmpty(), type, fitting);
    }

    private static String name(ByteBuffer question) {
        var name = new StringJoiner(".");
        for (int length = question.get(); length > 0; length = question.get()) {
            var label = new byte[length];
            question.get(label);
            name.add(new String(label, StandardCharsets.US_ASCII));
        }
        return name.toString().toLowerCase(Locale.ROOT);
    }

    private static byte[] written(
            byte[] query, int end, boolean isUnknown, int type, List<byte[]> addresses)
            throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.write(query, 0, 2);
        out.writeShort(isUnknown ? NO_SUCH_NAME : FOUND);
        out.writeShort(1);
        out.writeShort(addresses.size());
        out.writeInt(0);
        out.write(query, HEAD, end - HEAD);
        for (var address : addresses) {
            out.writeShort(SAME_NAME);
            out.writeShort(type);
            out.writeShort(1);
            out.writeInt(0);
            out.writeShort(address.length);
            out.write(address);
        }
        return bytes.toByteArray();
    }

    @Override
    public void close() {
        socket.close();
    }
}
