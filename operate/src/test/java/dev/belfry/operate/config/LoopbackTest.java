package dev.belfry.operate.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoopbackTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.0.0.0",
                "127.255.255.254",
                "127.1",
                "::1",
                "0:0:0:0:0:0:0:1",
                "0000:0000:0000:0000:0000:0000:0000:0001",
                "::ffff:127.0.0.1",
                "::FFFF:127.9.8.7",
                "::ffff:7f00:1",
                "[::1]",
                "[::ffff:127.0.0.1]",
                "localhost",
                "LocalHost"
            })
    void thisMachineInEverySpelling(String host) {
        assertThat(Loopback.isWritten(host)).isTrue();
        assertThat(Loopback.isBound(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "0.0.0.0",
                "::",
                "[::]",
                "::ffff:0.0.0.0",
                "128.0.0.1",
                "126.255.255.255",
                "10.0.0.1",
                "192.168.0.1",
                "169.254.169.254",
                "::2",
                "fe80::1",
                "::127.0.0.1",
                "2001:db8::1"
            })
    void everythingElseIsNot(String host) {
        assertThat(Loopback.isWritten(host)).isFalse();
        assertThat(Loopback.isBound(host)).isFalse();
    }

    /** Whoever owns a name may have it lead anywhere; what is no address is taken for a name. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1.evil.example",
                "localhost.evil.example",
                "evil.example",
                "notlocalhost",
                "localhost.",
                ".localhost",
                "[localhost]",
                " 127.0.0.1",
                "127.0.0.1 ",
                "127.0.0.256",
                "[127.0.0.1",
                "::1]",
                "127.0.0.1:80",
                "[::1]:80",
                "a b"
            })
    void aNameIsNeverTakenForLoopbackByItsText(String name) {
        assertThat(Loopback.isWritten(name)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"belfry.localhost", "A.B.LOCALHOST"})
    void namesBelowLocalhostAreKeptForThisMachine(String name) {
        assertThat(Loopback.isWritten(name)).isTrue();
    }
}
