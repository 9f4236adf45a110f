package dev.belfry.http.peer;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/** What another node answered. */
public record PeerResponse(int status, MultiMap headers, Buffer body) {}
