package dev.belfry.store.dynamodb;

import dev.belfry.core.store.StoreException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a store's table is: {@code dynamodb://REGION/TABLE}, with {@code ?endpoint=URL} for a
 * server that is not Amazon's. Credentials are not part of it.
 */
record TableAddress(String region, String table, Optional<URI> endpoint) {
    static final String SCHEME = "dynamodb";

    private static final Pattern REGION = Pattern.compile("[a-z0-9-]{1,64}");
    private static final Pattern TABLE = Pattern.compile("[A-Za-z0-9_.-]{3,255}");
    private static final String ENDPOINT = "endpoint=";
    private static final String FORM =
            "dynamodb://REGION/TABLE or dynamodb://REGION/TABLE?endpoint=URL";

    TableAddress {
        require(REGION.matcher(region).matches(), "names no region: it is " + FORM);
        require(
                TABLE.matcher(table).matches(),
                "names no table of 3 to 255 letters, digits, '_', '.' and '-': it is " + FORM);
    }

    static TableAddress parse(String url) {
        var uri = uri(url);
        var path = uri.getRawPath() == null ? "" : uri.getRawPath();
        require(
                SCHEME.equals(uri.getScheme()) && uri.getRawUserInfo() == null,
                "is not of the form " + FORM + "; credentials come from the environment");
        return new TableAddress(
                uri.getHost() == null ? "" : uri.getHost(),
                path.startsWith("/") ? path.substring(1) : path,
                endpoint(uri));
    }

    private static Optional<URI> endpoint(URI uri) {
        var query = uri.getRawQuery();
        if (query == null) {
            return Optional.empty();
        }
        require(query.startsWith(ENDPOINT), "has a parameter other than endpoint: it is " + FORM);
        var endpoint =
                uri(URLDecoder.decode(query.substring(ENDPOINT.length()), StandardCharsets.UTF_8));
        require(
                endpoint.getHost() != null
                        && ("http".equals(endpoint.getScheme())
                                || "https".equals(endpoint.getScheme())),
                "has an endpoint that is no http:// or https:// URL");
        return Optional.of(endpoint);
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new StoreException.Rejected("store.url is no URL: " + e.getReason(), e);
        }
    }

    private static void require(boolean holds, String complaint) {
        if (!holds) {
            throw new StoreException.Rejected("store.url " + complaint);
        }
    }
}
