package dev.belfry.http.api;

import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** All calls, found by method and path. Immutable. */
final class Routes {
    /** The calls of one path. */
    private record Place(List<String> segments, Map<HttpMethod, Route> byMethod) {
        boolean fits(List<String> path) {
            for (int i = 0; i < path.size(); i++) {
                var segment = segments.get(i);
                if (!Route.isParameter(segment) && !segment.equals(path.get(i))) {
                    return false;
                }
            }
            return true;
        }
    }

    /** A call and the target that led to it. */
    record Match(Route route, RequestTarget target) {}

    private final Map<Integer, List<Place>> byLength;

    Routes(List<Route> routes) {
        byLength =
                routes.stream().collect(Collectors.groupingBy(Route::path)).values().stream()
                        .map(Routes::placeOf)
                        .collect(Collectors.groupingBy(place -> place.segments().size()));
    }

    private static Place placeOf(List<Route> samePath) {
        return new Place(
                samePath.getFirst().segments(),
                samePath.stream().collect(Collectors.toMap(Route::method, route -> route)));
    }

    /** A HEAD is a GET whose body stays here. */
    Match match(HttpMethod method, RequestTarget target) {
        var path = target.segments();
        var place = place(path);
        var route = place.byMethod().get(method.equals(HttpMethod.HEAD) ? HttpMethod.GET : method);
        if (route == null) {
            throw new NotAllowedException(allowed(place.byMethod().keySet()));
        }
        return new Match(route, target);
    }

    private Place place(List<String> path) {
        for (var place : byLength.getOrDefault(path.size(), List.of())) {
            if (place.fits(path)) {
                return place;
            }
        }
        throw Problem.of(
                        Code.ROUTE_NOT_FOUND,
                        "the API is under /api/v1 and described in /openapi.yaml")
                .raised();
    }

    private static String allowed(Set<HttpMethod> methods) {
        var names = new TreeSet<>(methods.stream().map(HttpMethod::name).toList());
        if (names.contains("GET")) {
            names.add("HEAD");
        }
        return String.join(", ", names);
    }

    /** The path is there, but not for this method. */
    static final class NotAllowedException extends RuntimeException {
        private final String allowed;

        NotAllowedException(String allowed) {
            super(allowed, null, false, false);
            this.allowed = allowed;
        }

        String allowed() {
            return allowed;
        }
    }
}
