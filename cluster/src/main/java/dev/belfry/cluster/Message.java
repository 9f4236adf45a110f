package dev.belfry.cluster;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;

/**
 * A request to another node.
 *
 * @param uri below {@link Protocol#PREFIX}, with its query
 * @param headers that belong to what is asked, such as its content type
 */
public record Message(HttpMethod method, String uri, MultiMap headers, Buffer body) {}
