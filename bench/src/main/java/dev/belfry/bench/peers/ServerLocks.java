package dev.belfry.bench.peers;

import dev.belfry.bench.harness.Contender.Launch;
import dev.belfry.bench.harness.ServerAccess;
import dev.belfry.check.faults.CertificateAuthority;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * What a server asks of its clients: nothing, keys, or keys over TLS, as the setting {@code locks}
 * says.
 *
 * @param arguments for the server
 */
record ServerLocks(List<String> arguments, ServerAccess access) {
    private static final String KEY = "bf_" + "k".repeat(40);
    private static final ServerLocks NONE = new ServerLocks(List.of(), ServerAccess.OPEN);

    static ServerLocks of(Launch launch) throws Exception {
        var locks = launch.settings().getOrDefault("locks", "none");
        if (locks.equals("none")) {
            return NONE;
        }
        var folder = Files.createTempDirectory(launch.stage().workspace().folder(), "locks-");
        var keyed = keys(folder.resolve("keys.yaml"));
        return locks.equals("keys") ? keyed : keyed.overTls(folder);
    }

    /** A server with keys is one for others, and would not call this machine. */
    private static ServerLocks keys(Path file) throws Exception {
        var digest =
                MessageDigest.getInstance("SHA-256").digest(KEY.getBytes(StandardCharsets.UTF_8));
        Files.writeString(
                file,
                "keys: [{name: bench, role: admin, groups: ['*'], sha256: '%s'}]"
                        .formatted(HexFormat.of().formatHex(digest)));
        return new ServerLocks(
                List.of(
                        "--set",
                        "auth.keys=" + file,
                        "--set",
                        "callback.egress.addresses=public, loopback"),
                new ServerAccess(Optional.of("Bearer " + KEY), Optional.empty()));
    }

    private ServerLocks overTls(Path folder) throws Exception {
        var authority = CertificateAuthority.in(folder);
        var certificate = folder.resolve("server.crt");
        var key = folder.resolve("server.key");
        authority.issue(certificate, key);
        var all = new ArrayList<>(arguments);
        all.addAll(
                List.of(
                        "--set",
                        "http.tls.certificate=" + certificate,
                        "--set",
                        "http.tls.key=" + key));
        return new ServerLocks(
                all, new ServerAccess(access.authorization(), Optional.of(authority.trusting())));
    }
}
