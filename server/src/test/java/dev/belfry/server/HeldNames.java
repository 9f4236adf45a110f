package dev.belfry.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Looks names up as Java does, but for those below {@code held.test}: who asks for one of them
 * waits until a test lets go, as with a resolver that does not answer. Thread-safe.
 */
public final class HeldNames extends InetAddressResolverProvider {
    static final AtomicInteger WAITING = new AtomicInteger();
    static final CountDownLatch RELEASED = new CountDownLatch(1);

    @Override
    public InetAddressResolver get(Configuration configuration) {
        var usual = configuration.builtinResolver();
        return new InetAddressResolver() {
            @Override
            public Stream<InetAddress> lookupByName(String host, LookupPolicy policy)
                    throws UnknownHostException {
                if (host.endsWith(".held.test")) {
                    hold();
                }
                return usual.lookupByName(host, policy);
            }

            @Override
            public String lookupByAddress(byte[] address) throws UnknownHostException {
                return usual.lookupByAddress(address);
            }
        };
    }

    private static void hold() throws UnknownHostException {
        WAITING.incrementAndGet();
        try {
            RELEASED.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnknownHostException("interrupted");
        }
    }

    @Override
    public String name() {
        return "names that a test holds";
    }
}
