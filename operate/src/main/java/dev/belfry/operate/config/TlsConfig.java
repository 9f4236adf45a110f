package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The certificate of the server for its clients. */
public record TlsConfig(
        @Setting(
                        fallback = "",
                        says =
                                "PEM file with the server's certificate and those between it and"
                                        + " the root; with it https is spoken and nothing else. Read"
                                        + " again when it changes.")
                Optional<Path> certificate,
        @Setting(fallback = "", says = "PEM file with the private key of http.tls.certificate.")
                Optional<Path> key) {
    public TlsConfig {
        require(
                certificate.isPresent() == key.isPresent(),
                key.isPresent() ? "http.tls.certificate" : "http.tls.key",
                "is missing: certificate and key belong together");
    }

    public boolean isOn() {
        return certificate.isPresent();
    }

    /** Certificate and key, in this order; none if there is no TLS. */
    public List<Path> files() {
        return Stream.of(certificate, key).flatMap(Optional::stream).toList();
    }
}
