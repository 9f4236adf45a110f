package dev.belfry.check.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** Speaks TLS for a server on this machine that does not. Thread-safe. */
public final class TlsFront implements AutoCloseable {
    private static final int BACKLOG = 100;

    private final SSLServerSocket listening;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /**
     * @param context with the certificate that is shown
     * @param asksForCertificates whether clients must have one, too
     * @param target port of the server
     */
    public TlsFront(SSLContext context, boolean asksForCertificates, int target)
            throws IOException {
        this.target = target;
        this.listening =
                (SSLServerSocket)
                        context.getServerSocketFactory()
                                .createServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        listening.setNeedClientAuth(asksForCertificates);
        threads.execute(this::accept);
    }

    public int port() {
        return listening.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                var client = listening.accept();
                open.add(client);
                threads.execute(() -> serve(client));
            }
        } catch (IOException _) {
            // It was closed.
        }
    }

    private void serve(Socket client) {
        try (client;
                var server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            open.add(server);
            var back = threads.submit(() -> copy(server, client));
            copy(client, server);
            server.shutdownOutput();
            back.get();
        } catch (Exception _) {
            // A client that does not trust this one hangs up.
        }
    }

    private static Void copy(Socket from, Socket to) throws IOException {
        from.getInputStream().transferTo(to.getOutputStream());
        return null;
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (var socket : open) {
            socket.close();
        }
        threads.close();
    }
}
