package dev.belfry.operate.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Origin;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.config.ConfigurationException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EgressTest {
    private static final GroupId GROUP = GroupId.DEFAULT;
    private static final Map<String, String> ELSEWHERE =
            Map.of("http.host", "192.0.2.7", "http.insecure", "true");

    private final OwnListeners own = new OwnListeners();

    private Egress egress(Map<String, String> settings) {
        return new Egress(Configuration.load(Optional.empty(), Map.of(), settings).egress(), own);
    }

    private boolean allowsAddress(Map<String, String> settings, String address) {
        return egress(settings).allows(GROUP, InetAddress.ofLiteral(address), 80);
    }

    private boolean allowsUrl(Map<String, String> settings, String url) {
        return egress(settings).allows(GROUP, Origin.of(url));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "10.255.255.255",
                "100.64.0.1",
                "100.100.100.200",
                "100.127.255.255",
                "127.0.0.1",
                "127.255.255.254",
                "168.63.129.16",
                "169.254.0.1",
                "169.254.169.254",
                "169.254.170.2",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.192",
                "192.0.2.1",
                "192.88.99.1",
                "192.168.0.1",
                "198.18.0.1",
                "198.19.255.255",
                "198.51.100.1",
                "203.0.113.1",
                "224.0.0.1",
                "239.255.255.255",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::127.0.0.1",
                "::7f00:1",
                "::ffff:127.0.0.1",
                "::ffff:7f00:1",
                "::ffff:10.0.0.1",
                "::ffff:169.254.169.254",
                "::ffff:0:127.0.0.1",
                "64:ff9b::127.0.0.1",
                "64:ff9b::a9fe:a9fe",
                "64:ff9b::10.0.0.1",
                "64:ff9b:1::10.0.0.1",
                "100::1",
                "2001::1",
                "2001:0:a9fe:a9fe::1",
                "2001:2::1",
                "2001:10::1",
                "2001:20::1",
                "2001:db8::1",
                "2002:7f00:1::",
                "2002:a9fe:a9fe::1",
                "2002:808:808::1",
                "3fff::1",
                "4000::1",
                "5f00::1",
                "fc00::1",
                "fd00:ec2::254",
                "fe80::1",
                "fe80::a9fe:a9fe",
                "fec0::1",
                "ff02::1",
                "ffff::1"
            })
    void whatIsNotPublicIsRefused(String address) {
        assertThat(allowsAddress(ELSEWHERE, address)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "8.8.8.8",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.0",
                "168.63.129.15",
                "169.253.255.255",
                "172.15.255.255",
                "172.32.0.0",
                "192.0.1.0",
                "192.167.255.255",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "::ffff:8.8.8.8",
                "64:ff9b::8.8.8.8",
                "2000::1",
                "2001:200::1",
                "2001:4860:4860::8888",
                "2606:4700::1111",
                "3ffe:ffff::1"
            })
    void whatIsPublicIsAllowed(String address) {
        assertThat(allowsAddress(ELSEWHERE, address)).isTrue();
    }

    @Test
    void onlyAServerOnLoopbackMayCallLoopbackUntilToldOtherwise() {
        assertThat(allowsAddress(Map.of(), "127.0.0.1")).isTrue();
        assertThat(allowsAddress(Map.of(), "::1")).isTrue();
        assertThat(allowsAddress(Map.of(), "10.0.0.1")).isFalse();
        assertThat(allowsAddress(Map.of("callback.egress.addresses", "public"), "127.0.0.1"))
                .isFalse();
        assertThat(allowsAddress(ELSEWHERE, "127.0.0.1")).isFalse();
        assertThat(allowsAddress(Map.of("auth.keys", "keys.json"), "127.0.0.1")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    public, 10.1.0.0/16            | 10.1.2.3              | true
                    public, 10.1.0.0/16            | 10.2.0.0              | false
                    public, 10.1.0.0/16, !10.1.2.3 | 10.1.2.3              | false
                    !10.1.2.3, 10.1.0.0/16         | ::ffff:10.1.2.3       | false
                    10.1.0.0/16                    | 8.8.8.8               | false
                    !8.8.8.8                       | 8.8.8.8               | false
                    !8.8.8.8                       | 64:ff9b::8.8.8.8      | false
                    !8.8.8.8                       | 8.8.4.4               | true
                    private                        | 172.20.0.1            | true
                    private                        | fd00::1               | true
                    private                        | 100.64.0.1            | false
                    2002::/16, !10.0.0.0/8         | 2002:a00:1::1         | false
                    loopback                       | ::1                   | true
                    fe80::/10                      | fe80::1%1             | true
                    10.0.0.0/9                     | 10.128.0.0            | false
                    0.0.0.0/0                      | 10.128.0.0            | true
                    """)
    void addressesAreListed(String list, String address, boolean allowed) {
        assertThat(allowsAddress(Map.of("callback.egress.addresses", list), address))
                .isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    hosts   | api.example.com            | https://api.example.com/x      | true
                    hosts   | api.example.com            | https://API.EXAMPLE.com./x     | true
                    hosts   | api.example.com            | https://xapi.example.com/      | false
                    hosts   | *.example.com              | https://a.b.example.com/       | true
                    hosts   | *.example.com              | https://example.com/           | false
                    hosts   | *.example.com              | https://badexample.com/        | false
                    hosts   | *.example.com              | https://8.8.8.8/               | false
                    hosts   | !*.example.com             | https://a.example.com/         | false
                    hosts   | !*.example.com             | https://a.example.com./        | false
                    hosts   | !*.example.com             | https://example.org/           | true
                    hosts   | *.example.com, !b.example.com | https://b.example.com/      | false
                    ports   | 443, 8000-8999             | https://a.example/             | true
                    ports   | 443, 8000-8999             | http://a.example/              | false
                    ports   | 443, 8000-8999             | http://a.example:8500/         | true
                    ports   | !25                        | http://a.example:25/           | false
                    ports   | !25                        | http://a.example/              | true
                    schemes | https                      | HTTPS://a.example/             | true
                    schemes | https                      | http://a.example/              | false
                    schemes | !http                      | https://a.example/             | true
                    """)
    void schemesHostsAndPortsAreListed(String key, String list, String url, boolean allowed) {
        assertThat(allowsUrl(Map.of("callback.egress." + key, list), url)).isEqualTo(allowed);
    }

    @Test
    void aGroupHasListsOfItsOwnAndTheExceptionsOfAll() {
        var settings =
                Map.of(
                        "callback.egress.hosts", "*.example.com, !bad.example.com, !bad.internal",
                        "callback.egress.addresses", "public",
                        "groups.inner.egress.hosts", "*.internal",
                        "groups.inner.egress.addresses", "10.0.0.0/8");
        var inner = new GroupId("inner");
        var egress = egress(settings);
        assertThat(egress.allows(inner, Origin.of("http://a.internal"))).isTrue();
        assertThat(egress.allows(GROUP, Origin.of("http://a.internal"))).isFalse();
        assertThat(egress.allows(inner, Origin.of("http://a.example.com"))).isFalse();
        assertThat(egress.allows(inner, Origin.of("http://bad.internal"))).isFalse();
        assertThat(egress.allows(inner, InetAddress.ofLiteral("10.1.1.1"), 80)).isTrue();
        assertThat(egress.allows(GROUP, InetAddress.ofLiteral("10.1.1.1"), 80)).isFalse();
    }

    @Test
    void noListLetsACallbackReachAListenerOfANode() {
        var settings = Map.of("callback.egress.addresses", "0.0.0.0/0, ::/0");
        var egress = egress(settings);
        own.learn(
                List.of(8080, 8081),
                List.of("http://10.0.0.3:9090", "http://belfry-2.invalid:7"),
                List.of("https://timers.invalid", "http://10.0.0.9:5"));
        for (var url :
                List.of(
                        "http://127.0.0.1:8080",
                        "http://127.0.0.1:8081",
                        "http://localhost:8080",
                        "http://0.0.0.0:8080",
                        "http://[::]:8080",
                        "http://[::1]:8080",
                        "http://[::ffff:127.0.0.1]:8080",
                        "http://10.0.0.3:9090",
                        "http://10.0.0.3:8080",
                        "http://10.0.0.9:5",
                        "https://timers.invalid/x",
                        "http://Belfry-2.invalid.:7")) {
            assertThat(egress.allows(GROUP, Origin.of(url))).as(url).isFalse();
        }
        for (var url :
                List.of("http://127.0.0.1:8082", "http://10.0.0.3:80", "http://10.0.0.4:8080")) {
            assertThat(egress.allows(GROUP, Origin.of(url))).as(url).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    addresses | 10.0.0.0/33
                    addresses | 10.0.0/8
                    addresses | 010.0.0.1/x
                    addresses | internal
                    addresses | public,,loopback
                    hosts     | http://a.example
                    hosts     | a.*.example
                    hosts     | a.example:80
                    ports     | 65536
                    ports     | 9-8
                    ports     | https
                    schemes   | ftp
                    """)
    void whatCanNotBeUnderstoodFailsTheStart(String key, String list) {
        assertThatThrownBy(() -> egress(Map.of("callback.egress." + key, list)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("callback.egress." + key);
    }
}
