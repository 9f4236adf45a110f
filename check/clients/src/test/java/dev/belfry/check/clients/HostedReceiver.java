package dev.belfry.check.clients;

import java.util.List;

/**
 * A receiver of callbacks on a framework. Its paths are {@code /void}, which answers nothing with a
 * 200, {@code /text}, a plain text, {@code /own}, which takes {@code {"orderId": 42}} and nothing
 * else, and {@code /deploy}, which is not there the first time.
 */
interface HostedReceiver extends AutoCloseable {
    int port();

    /** The paths that were asked for, in order. */
    List<String> asked();

    @Override
    void close();
}
