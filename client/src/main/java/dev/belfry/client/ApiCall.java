package dev.belfry.client;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A request as it goes to one server or another. Immutable.
 *
 * @param path below {@code /api/v1}; with a slash before it, from the root of the server
 * @param body JSON, or empty for none
 * @param demandsAbsence whether it only makes what is not there
 * @param owner the server that should get it, if that is known
 * @param isRepeatable whether it may be sent again though its outcome is unknown
 */
public record ApiCall(
        String method,
        String path,
        String body,
        Optional<String> ifMatch,
        boolean demandsAbsence,
        Optional<URI> owner,
        boolean isRepeatable) {
    public static ApiCall of(String method, String path) {
        return new ApiCall(method, path, "", Optional.empty(), false, Optional.empty(), false);
    }

    public ApiCall body(String json) {
        return new ApiCall(method, path, json, ifMatch, demandsAbsence, owner, isRepeatable);
    }

    ApiCall to(Optional<URI> server) {
        return new ApiCall(method, path, body, ifMatch, demandsAbsence, server, isRepeatable);
    }

    ApiCall repeatable() {
        return new ApiCall(method, path, body, ifMatch, demandsAbsence, owner, true);
    }

    /** A repeat could meet the revision that the first one made: the condition says it is none. */
    public ApiCall ifMatch(String etag) {
        return new ApiCall(method, path, body, Optional.of(etag), demandsAbsence, owner, false);
    }

    /** A repeat could meet what the first one made. */
    public ApiCall ifAbsent() {
        return new ApiCall(method, path, body, ifMatch, true, owner, false);
    }

    HttpRequest request(URI server, BelfryClient.Builder settings) {
        var request =
                HttpRequest.newBuilder(
                                URI.create(
                                        server + (path.startsWith("/") ? path : "/api/v1/" + path)))
                        .timeout(settings.requestTimeout)
                        .method(
                                method,
                                body.isEmpty()
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        settings.credentials.ifPresent(
                it -> request.header("Authorization", "Bearer " + it.get().strip()));
        ifMatch.ifPresent(etag -> request.header("If-Match", etag));
        if (demandsAbsence) {
            request.header("If-None-Match", "*");
        }
        return request.build();
    }

    /** A part of a path, escaped as paths are, not as forms are. */
    public static String escaped(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
