package dev.belfry.http.api;

import dev.belfry.http.auth.Access;
import dev.belfry.http.peer.Protocol;
import dev.belfry.operate.access.Role;
import io.vertx.core.http.HttpMethod;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * One call of the API.
 *
 * @param path as in the OpenAPI file, such as {@code /api/v1/groups/{groupId}}
 * @param takes the content types of bodies it reads; empty if it reads none
 * @param gives the content type of its answers
 * @param maxBody bytes of a body
 * @param parameters that its query may have
 * @param isVital whether it is answered however much there is to do
 * @param access what it needs of whoever makes it
 */
public record Route(
        HttpMethod method,
        String path,
        Set<String> takes,
        String gives,
        int maxBody,
        Set<String> parameters,
        boolean isVital,
        Access access,
        Function<Call, CompletableFuture<? extends Answer>> handler) {
    /** An empty object with as much white space as anybody puts into it. */
    private static final int MAX_EMPTY_BODY = 256;

    public Route {
        takes = Set.copyOf(takes);
        parameters = Set.copyOf(parameters);
    }

    /** A call without a body that gives JSON. */
    public static Route get(
            String path, Function<Call, CompletableFuture<? extends Answer>> handler) {
        return without(HttpMethod.GET, path, handler);
    }

    static Route without(
            HttpMethod method,
            String path,
            Function<Call, CompletableFuture<? extends Answer>> handler) {
        return new Route(
                method, path, Set.of(), Answer.JSON, 0, Set.of(), false, Access.NODES, handler);
    }

    Route taking(int bytes, String... types) {
        return new Route(
                method, path, Set.of(types), gives, bytes, parameters, isVital, access, handler);
    }

    /** Takes no body, or an empty JSON object, which many clients send with every POST. */
    Route takingNothing() {
        return new Route(
                method,
                path,
                Set.of(Answer.JSON),
                gives,
                MAX_EMPTY_BODY,
                parameters,
                isVital,
                access,
                call -> {
                    call.requireNoFields();
                    return handler.apply(call);
                });
    }

    public Route asking(String... names) {
        return new Route(
                method, path, takes, gives, maxBody, Set.of(names), isVital, access, handler);
    }

    public Route giving(String type) {
        return new Route(method, path, takes, type, maxBody, parameters, isVital, access, handler);
    }

    /** Its success has no body. */
    Route givingNothing() {
        return giving("");
    }

    /** For those who ask whether the server is well; they ask most when it is not. */
    public Route vital() {
        return new Route(method, path, takes, gives, maxBody, parameters, true, access, handler);
    }

    public Route needing(Role role, Access.Reach reach) {
        return needing(Access.of(role, reach));
    }

    /** For everybody, known or not. */
    public Route open() {
        return needing(Access.OPEN);
    }

    private Route needing(Access needed) {
        return new Route(method, path, takes, gives, maxBody, parameters, isVital, needed, handler);
    }

    /** The same call by another path. */
    Route alsoAt(String otherPath) {
        return new Route(
                method, otherPath, takes, gives, maxBody, parameters, isVital, access, handler);
    }

    /** The same call for the other nodes of the cluster. */
    public Route betweenNodes() {
        return new Route(
                method,
                Protocol.PREFIX + path,
                takes,
                gives,
                maxBody,
                parameters,
                isVital,
                access,
                handler);
    }

    /** The same call, carried out otherwise. */
    Route handledBy(Function<Call, CompletableFuture<? extends Answer>> other) {
        return new Route(method, path, takes, gives, maxBody, parameters, isVital, access, other);
    }

    /** Whether only other nodes make it. */
    public boolean isBetweenNodes() {
        return path.startsWith(Protocol.PREFIX + "/");
    }

    /** Whether timers come into being by it. */
    boolean makesTimers() {
        return (method.equals(HttpMethod.PUT) && path.endsWith("{timerId}"))
                || path.endsWith("/timers")
                || path.endsWith("/timers/batch");
    }

    /** Whether it leaves everything as it is. */
    boolean isSafe() {
        return method.equals(HttpMethod.GET);
    }

    List<String> segments() {
        return Arrays.asList(path.substring(1).split("/", -1));
    }

    /**
     * The path with these values of its parameters, as clients would write it.
     *
     * @param values as they are meant, not as they are encoded
     */
    String pathOf(Map<String, String> values) {
        var uri = new StringBuilder();
        for (var segment : publicPath().substring(1).split("/", -1)) {
            uri.append('/').append(isParameter(segment) ? encoded(segment, values) : segment);
        }
        return uri.toString();
    }

    private static String encoded(String parameter, Map<String, String> values) {
        return PercentText.encode(values.getOrDefault(parameterName(parameter), ""));
    }

    private String publicPath() {
        return isBetweenNodes() ? path.substring(Protocol.PREFIX.length()) : path;
    }

    static boolean isParameter(String segment) {
        return segment.startsWith("{");
    }

    static String parameterName(String segment) {
        return segment.substring(1, segment.length() - 1);
    }
}
