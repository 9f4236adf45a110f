package dev.belfry.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.net.ssl.SSLContext;
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

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description =
                    "A file with the API key; else BELFRY_KEY_FILE,%nelse the key itself in BELFRY_KEY.")
    private Optional<Path> keyFile = Optional.empty();

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            description =
                    "A PEM file with the authorities that a server's%ncertificate may be of; else BELFRY_CA, else those of Java.")
    private Optional<Path> ca = Optional.empty();

    @Option(names = "--json", description = "Show what the server says as JSON, for scripts.")
    private boolean json;

    ServerOption(Terminal terminal) {
        this.terminal = terminal;
    }

    boolean json() {
        return json;
    }

    ServerCalls api() {
        var text = url.or(() -> variable("BELFRY_URL")).orElse(DEFAULT_URL);
        return new ServerCalls(parse(text), key(), trust());
    }

    private Optional<String> variable(String name) {
        return Optional.ofNullable(terminal.environment().get(name)).filter(it -> !it.isBlank());
    }

    /** There is no option for the key itself: everybody on a machine sees its command lines. */
    private Optional<String> key() {
        return keyFile.or(() -> variable("BELFRY_KEY_FILE").map(Path::of))
                .map(this::read)
                .or(() -> variable("BELFRY_KEY"))
                .map(String::strip);
    }

    private Optional<SSLContext> trust() {
        return ca.or(() -> variable("BELFRY_CA").map(Path::of)).map(this::trusting);
    }

    private SSLContext trusting(Path file) {
        try {
            return TrustedAuthorities.of(Files.readAllBytes(terminal.folder().resolve(file)));
        } catch (IOException e) {
            throw CommandFailure.unreadable(file, e);
        } catch (GeneralSecurityException e) {
            throw new CommandFailure(
                    ExitCode.OTHER, "%s is no PEM file of certificates: %s".formatted(file, e));
        }
    }

    private String read(Path file) {
        try {
            return Files.readString(terminal.folder().resolve(file));
        } catch (IOException e) {
            throw CommandFailure.unreadable(file, e);
        }
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
