package dev.belfry.core.timer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DigestTest {
    /** Worked out with another implementation of SHA-256: stored digests must stay comparable. */
    @Test
    void aDigestIsTheStartOfSha256OverLengthPrefixedParts() {
        assertThat(hex("one", "two")).isEqualTo("c0eeeaab7843d35111a48d8036a773ab");
        assertThat(hex("onetwo")).isEqualTo("6b29b711464b5faba3281388cfcccad9");
        assertThat(hex()).isEqualTo("e3b0c44298fc1c149afbf4c8996fb924");
        assertThat(hex("")).isEqualTo("df3f619804a92fdb4057192dc43dd748");
    }

    @Test
    void theOrderOfThePartsCounts() {
        assertThat(digest("one", "two")).isNotEqualTo(digest("two", "one"));
    }

    @Test
    void bytesLeadBackToTheSameDigest() {
        var digest = new Digest(-2, 3);

        assertThat(Digest.fromBytes(digest.toBytes())).isEqualTo(digest);
        assertThat(digest.toBytes()).hasSize(Digest.BYTES);
    }

    @Test
    void aChangeMakesADigestThatDependsOnBoth() {
        var digest = digest("asked");

        assertThat(digest.changedBy(digest("change")))
                .isEqualTo(digest.changedBy(digest("change")))
                .isNotEqualTo(digest)
                .isNotEqualTo(digest.changedBy(digest("another")))
                .isNotEqualTo(digest("other").changedBy(digest("change")));
    }

    private static String hex(String... parts) {
        return HexFormat.of().formatHex(digest(parts).toBytes());
    }

    private static Digest digest(String... parts) {
        List<byte[]> bytes = Stream.of(parts).map(part -> part.getBytes(UTF_8)).toList();
        return Digest.of(bytes);
    }
}
