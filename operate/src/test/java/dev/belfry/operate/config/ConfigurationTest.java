package dev.belfry.operate.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.shard.GroupLimits;
import dev.belfry.core.shard.Rate;
import dev.belfry.core.timer.GroupId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationTest {
    @TempDir private Path folder;

    private Configuration file(String yaml) throws IOException {
        return load(yaml, Map.of(), Map.of());
    }

    private Configuration load(
            String yaml, Map<String, String> environment, Map<String, String> flags)
            throws IOException {
        var path = folder.resolve("belfry.yaml");
        Files.writeString(path, yaml);
        return Configuration.load(Optional.of(path), environment, flags);
    }

    @Test
    void aServerThatIsToldNothingHasSafeDefaults() {
        var configuration = Configuration.defaults();
        assertThat(configuration.http().host()).isEqualTo("127.0.0.1");
        assertThat(configuration.http().port()).isEqualTo(8080);
        assertThat(configuration.store().urlOr(configuration.data()).value())
                .isEqualTo("sqlite:./data/belfry.db");
        assertThat(configuration.groups().keySet()).containsExactly(GroupId.DEFAULT);
        assertThat(configuration.groups().get(GroupId.DEFAULT).shards().value()).isEqualTo(16);
    }

    @Test
    void theLaterWordHolds() throws IOException {
        var yaml =
                """
                http: {port: 1, host: 0.0.0.0, insecure: true, idleTimeout: 5s}
                """;
        var environment = Map.of("BELFRY_HTTP_PORT", "2", "BELFRY_HTTP_IDLE_TIMEOUT", "6s");
        var http = load(yaml, environment, Map.of("http.port", "3")).http();
        assertThat(http.host()).isEqualTo("0.0.0.0");
        assertThat(http.idleTimeout()).isEqualTo(Duration.ofSeconds(6));
        assertThat(http.port()).isEqualTo(3);
    }

    @Test
    void groupsAreDeclaredInTheFileTheEnvironmentAndFlags() throws IOException {
        var configuration =
                load(
                        """
                        groups:
                          e.mail-out:
                          orders: {shards: medium, retention: 7d, retry: {maxAttempts: 9}}
                        """,
                        Map.of(
                                "BELFRY_GROUPS_E_MAIL_OUT_FAILED_RETENTION", "1d",
                                "BELFRY_GROUPS_SMS_SHARDS", "large",
                                "BELFRY_GROUPS_SMS_RETRY_MAX_ATTEMPTS", "3"),
                        Map.of("groups.a.b.shards", "32"));
        assertThat(configuration.groups().keySet().stream().map(GroupId::value))
                .containsExactly("e.mail-out", "orders", "sms", "a.b", "default");
        var orders = configuration.groups().get(new GroupId("orders"));
        assertThat(orders.shards().value()).isEqualTo(256);
        assertThat(orders.retention()).isEqualTo(Duration.ofDays(7));
        assertThat(orders.retry().toPolicy().maxAttempts()).isEqualTo(9);
        assertThat(configuration.groups().get(new GroupId("e.mail-out")).failedRetention())
                .isEqualTo(Duration.ofDays(1));
        assertThat(configuration.groups().get(new GroupId("sms")).retry().maxAttempts())
                .isEqualTo(3);
        assertThat(configuration.groups().get(new GroupId("a.b")).shards().value()).isEqualTo(32);
    }

    @Test
    void theLimitsOfAGroupAreReadAndHaveABurstOfASecond() throws IOException {
        var groups =
                file("""
                                groups:
                                  rated: {limits: {ratePerSecond: 2.5, weight: 3}}
                                  bursty: {limits: {ratePerSecond: 100, burst: 7, concurrency: 9}}
                                  free:
                                """)
                        .groups();
        assertThat(limitsOf(groups, "rated"))
                .isEqualTo(new GroupLimits(3, Optional.of(new Rate(2.5, 3)), OptionalInt.empty()));
        assertThat(limitsOf(groups, "bursty"))
                .isEqualTo(new GroupLimits(1, Optional.of(new Rate(100, 7)), OptionalInt.of(9)));
        assertThat(limitsOf(groups, "free")).isEqualTo(GroupLimits.NONE);
    }

    private static GroupLimits limitsOf(Map<GroupId, GroupConfig> groups, String id) {
        var group = new GroupId(id);
        return Optional.ofNullable(groups.get(group)).orElseThrow().toGroup(group).limits();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http: {prot: 1} | 'http.prot' | 'http.port'",
                "htp: {port: 1} | 'htp.port' | 'http.port'",
                "limit: {body: 1} | 'limit.body' | 'limits.body'",
                "groups: {a: {shard: 1}} | 'groups.a.shard' | 'groups.<group>.shards'",
                "http: 8080 | 'http' | settings of its own",
                "http: {port: [1]} | 'http.port' | single value",
                "http: {port: x} | http.port | whole number",
                "http: {port: 70000} | http.port | 0 to 65535",
                "http: {idleTimeout: 5} | http.idleTimeout | 500ms",
                "engine: {memory: lots} | engine.memory | 100KiB",
                "engine: {maxInFlight: 0} | engine.maxInFlight | at least",
                "log: {format: xml} | log.format | text, json",
                "groups: {a: {shards: huge}} | groups.a.shards | medium",
                "groups: {a: {shards: 0}} | groups.a.shards | 1 to 65536",
                "groups: {A: {}} | groups.A | a-z",
                "groups: {a: {retry: {maxAttempts: 0}}} | groups.a.retry.maxAttempts | 1 to 1000",
                "http: {port: 1, port: 2} | not valid YAML | port",
                "'http: {' | not valid YAML | belfry.yaml"
            })
    void aBadFileIsRefusedWithTheKeyAndWhatIsExpected(String yaml, String key, String expected) {
        assertThatThrownBy(() -> file(yaml))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(key.replace("'", ""))
                .hasMessageContaining(expected.replace("'", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'callback:~  signingKeys: \"whsec_hunter2~log: x' | line ",
                "'callback: {signingKeys: hunter2' | line 1, column",
                "'store:~  url: @hunter2' | line 2, column 8: found character '@'",
                "'store:~  url: hunter2: x' | line 2, column 15: mapping values are not allowed"
                        + " here",
                "'store: {url: hunter2}~store: {url: x}' | duplicate key 'store'",
                "'store:~\thunter2: x' | line 2, column 1",
                "'%hunter2~x: y' | line 2, column 1: expected '<document start>'",
                "'store:~  url: !hunter2!x y' | line 2, column 8: found undefined tag handle"
            })
    void aFileThatIsNotYamlIsRefusedWithoutShowingWhatItHolds(String yaml, String expected) {
        assertThatThrownBy(() -> file(yaml.replace('~', '\n')))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("belfry.yaml is not valid YAML: line ")
                .hasMessageContaining(expected)
                .hasMessageNotContaining("hunter2")
                .hasNoCause();
    }

    @Test
    void theGroupDefaultIsThereBesideThoseThatAreDeclared() throws IOException {
        assertThat(file("groups: {orders: {shards: medium}}").groups().keySet())
                .containsExactly(new GroupId("orders"), GroupId.DEFAULT);
        var configured = file("groups: {default: {shards: 3}, orders: {}}").groups();
        assertThat(configured.keySet()).containsExactly(GroupId.DEFAULT, new GroupId("orders"));
        assertThat(configured.get(GroupId.DEFAULT).shards().value()).isEqualTo(3);
    }

    @Test
    void secretsAreNotShown() {
        var configuration =
                Configuration.load(
                        Optional.empty(),
                        Map.of(
                                "BELFRY_STORE_URL", "postgresql://u:hunter2@db/x",
                                "BELFRY_CALLBACK_SIGNING_KEYS",
                                        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
                        Map.of());
        assertThat(configuration.toString())
                .doesNotContain("hunter2", "MfKQ9")
                .contains("(hidden)");
    }

    @Test
    void theFileIsTheOneAskedForElseTheVariableElseTheUsualOne() throws IOException {
        var environment = Map.of("BELFRY_CONFIG", "b.yaml");
        var asked = Optional.of(Path.of("a.yaml"));
        assertThat(Configuration.file(asked, environment, folder)).isEqualTo(asked);
        assertThat(Configuration.file(Optional.empty(), environment, folder))
                .contains(Path.of("b.yaml"));
        assertThat(Configuration.file(Optional.empty(), Map.of(), folder)).isEmpty();
        Files.writeString(folder.resolve("belfry.yaml"), "");
        assertThat(Configuration.file(Optional.empty(), Map.of(), folder))
                .contains(folder.resolve("belfry.yaml"));
        assertThatThrownBy(
                        () ->
                                Configuration.load(
                                        Optional.of(Path.of("absent")), Map.of(), Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("absent");
    }
}
