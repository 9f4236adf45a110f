package dev.belfry.cli;

import java.net.URI;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the server is, and in which form a command shows what it says. */
final class ServerOption {
    private static final String DEFAULT_URL = "http://localhost:8080";

    private final Terminal terminal;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The server; else BELFRY_URL, else%n" + DEFAULT_URL + ".")
    private Optional<String> url = Optional.empty();

    @Option(names = "--json", description = "Show what the server says as JSON, for scripts.")
    private boolean json;

    ServerOption(Terminal terminal) {
        this.terminal = terminal;
    }

    boolean json() {
        return json;
    }

    ServerCalls api() {
        var text =
                url.or(() -> Optional.ofNullable(terminal.environment().get("BELFRY_URL")))
                        .filter(it -> !it.isBlank())
                        .orElse(DEFAULT_URL);
        return new ServerCalls(parse(text));
    }

    private static URI parse(String text) {
        try {
            var uri = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            if (uri.getHost() != null
                    && uri.getUserInfo() == null
                    && String.valueOf(uri.getScheme()).matches("(?i)https?")) {
                return uri;
            }
        } catch (IllegalArgumentException _) {
            // Said below.
        }
        var shown = text.contains("@") ? "a URL with a user or password" : "'" + text + "'";
        throw new CommandFailure(
                ExitCode.OTHER, "%s is not a URL such as %s".formatted(shown, DEFAULT_URL));
    }
}
