package dev.belfry.cluster;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/** What came of a request to another node. */
public sealed interface Delivery {
    /** The other node answered. */
    record Answered(int status, MultiMap headers, Buffer body) implements Delivery {}

    /** Certainly nothing was sent: it may be tried again, there or elsewhere. */
    record NotSent(String why) implements Delivery {}

    /** It was sent and no answer came: it may or may not have been done. */
    record Lost(String why) implements Delivery {}
}
