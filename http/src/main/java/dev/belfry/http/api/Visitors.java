package dev.belfry.http.api;

import dev.belfry.operate.config.HttpConfig;
import dev.belfry.operate.config.Loopback;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who may ask at all. Whatever reaches the port of a server without keys may do everything; but a
 * web page that somebody on this machine looks at must not, though its browser reaches the port.
 * Browsers say where a request comes from. A page whose own name leads here (DNS rebinding) seems
 * to come from here, and is known by that name. Immutable.
 *
 * @param names that requests may call the server by, beside those of this machine itself: those
 *     listed, and the host that it listens on if only this machine can reach it
 * @param anyName whether all other names are taken too
 */
record Visitors(Set<String> names, boolean anyName) {
    Visitors {
        names = Set.copyOf(names);
    }

    static Visitors of(HttpConfig config) {
        var names =
                config.names().stream()
                        .flatMap(list -> Arrays.stream(list.split(",", -1)))
                        .map(name -> name.strip().toLowerCase(Locale.ROOT))
                        .filter(name -> !name.isEmpty())
                        .collect(Collectors.toCollection(HashSet::new));
        if (!config.isLoopback()) {
            return new Visitors(names, names.isEmpty());
        }
        names.add(config.host().toLowerCase(Locale.ROOT));
        return new Visitors(names, false);
    }

    void requireWelcome(HttpServerRequest request) {
        requireName(request);
        requireOwnPage(request);
    }

    /** Every browser gives a name; a request without one comes from no page. */
    private void requireName(HttpServerRequest request) {
        if (!anyName && !isOurs(request)) {
            throw Problem.of(
                            Code.HOST_REFUSED,
                            "call it localhost, or list the name in the setting http.names")
                    .field("Host")
                    .raised();
        }
    }

    private boolean isOurs(HttpServerRequest request) {
        var authority = request.authority();
        int given = request.headers().getAll("Host").size();
        return authority == null ? given == 0 : given <= 1 && isOurs(authority.host());
    }

    private boolean isOurs(String host) {
        return names.contains(host.toLowerCase(Locale.ROOT)) || Loopback.isWritten(host);
    }

    private static void requireOwnPage(HttpServerRequest request) {
        var site = request.getHeader("Sec-Fetch-Site");
        if (site == null) {
            requireOwnOrigin(request);
        } else if (!site.equals("same-origin") && !site.equals("none") && !isLink(request)) {
            throw foreign("Sec-Fetch-Site");
        }
    }

    /** Following a link from elsewhere shows something to a person and changes nothing. */
    private static boolean isLink(HttpServerRequest request) {
        return request.method().equals(HttpMethod.GET)
                && "navigate".equals(request.getHeader("Sec-Fetch-Mode"));
    }

    /** Older browsers name the origin alone. */
    private static void requireOwnOrigin(HttpServerRequest request) {
        var origin = request.getHeader("Origin");
        if (origin != null && !isOwn(origin, request.authority())) {
            throw foreign("Origin");
        }
    }

    private static boolean isOwn(String origin, HostAndPort authority) {
        int scheme = origin.indexOf("://");
        return authority != null
                && scheme > 0
                && origin.substring(scheme + 3).equalsIgnoreCase(authority.toString());
    }

    private static ProblemException foreign(String field) {
        return Problem.of(
                        Code.CROSS_SITE,
                        "the request comes from a page of another site; nothing was changed")
                .field(field)
                .raised();
    }
}
