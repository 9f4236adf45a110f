package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The certificates by which servers of a cluster know each other. */
public record MutualTlsConfig(
        @Setting(
                        fallback = "",
                        says =
                                "PEM file with this server's certificate for the other servers,"
                                        + " both when it is called and when it calls; read again when"
                                        + " it changes.")
                Optional<Path> certificate,
        @Setting(fallback = "", says = "PEM file with the private key of cluster.tls.certificate.")
                Optional<Path> key,
        @Setting(
                        fallback = "",
                        says =
                                "PEM file with the authorities whose certificates make a server a"
                                        + " member of the cluster: its own, not those of a whole"
                                        + " company. Several are all taken.")
                Optional<Path> ca) {
    public MutualTlsConfig {
        require(
                certificate.isPresent() == key.isPresent() && key.isPresent() == ca.isPresent(),
                "cluster.tls",
                "needs certificate, key and ca, or none of them");
    }

    public boolean isOn() {
        return certificate.isPresent();
    }

    /** Certificate, key and authorities, in this order; none if there is no TLS. */
    public List<Path> files() {
        return Stream.of(certificate, key, ca).flatMap(Optional::stream).toList();
    }
}
