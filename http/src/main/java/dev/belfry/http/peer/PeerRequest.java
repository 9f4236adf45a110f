package dev.belfry.http.peer;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;

/**
 * A request to another node.
 *
 * @param uri below {@link Protocol#PREFIX}, with its query
 * @param headers that belong to what is asked, such as its content type
 */
public record PeerRequest(HttpMethod method, String uri, MultiMap headers, Buffer body) {
    /** One that says all with its path. */
    public static PeerRequest bare(HttpMethod method, String uri) {
        return new PeerRequest(method, uri, MultiMap.caseInsensitiveMultiMap(), Buffer.buffer());
    }

    public static PeerRequest json(HttpMethod method, String uri, byte[] body) {
        var headers = MultiMap.caseInsensitiveMultiMap().set("Content-Type", "application/json");
        return new PeerRequest(method, uri, headers, Buffer.buffer(body));
    }
}
