package dev.belfry.http.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.Version;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Netty is taken newer than Vert.x names it, for its fixes: of the minor version that Vert.x is
 * made for, and never older than the last one whose fixes were wanted. That it is not older than
 * Vert.x's own, the build sees to.
 */
class NettyVersionTest {
    private static final String MINOR = "4.2.";

    /** Holes in HTTP/1, HTTP/2 and TLS were closed up to it. */
    private static final int PATCH = 18;

    @Test
    void thereIsOneNettyAndItIsOfVertxMinorVersionWithAllFixes() {
        var versions =
                Version.identify().values().stream()
                        .map(Version::artifactVersion)
                        .collect(Collectors.toSet());

        assertThat(versions).hasSize(1);
        var version = versions.iterator().next();
        assertThat(version).startsWith(MINOR).endsWith(".Final");
        var patch = version.substring(MINOR.length(), version.indexOf(".Final"));
        assertThat(Integer.parseInt(patch)).isGreaterThanOrEqualTo(PATCH);
    }
}
