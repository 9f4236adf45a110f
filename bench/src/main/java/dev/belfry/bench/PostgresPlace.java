package dev.belfry.bench;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A database as PostgreSQL's own programs are told of it, from its JDBC URL. */
record PostgresPlace(String host, int port, String database, String user, String password) {
    static PostgresPlace of(String url) {
        var uri = URI.create(url.replaceFirst("^jdbc:", ""));
        Map<String, String> parameters =
                Arrays.stream(uri.getQuery().split("&"))
                        .map(word -> word.split("=", 2))
                        .collect(Collectors.toMap(word -> word[0], word -> word[1]));
        return new PostgresPlace(
                uri.getHost(),
                uri.getPort(),
                uri.getPath().substring(1),
                parameters.getOrDefault("user", ""),
                parameters.getOrDefault("password", ""));
    }

    List<String> arguments() {
        return List.of("-h", host, "-p", Integer.toString(port), "-U", user, database);
    }
}
