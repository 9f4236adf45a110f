package dev.belfry.operate.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariablesTest {
    private static Configuration load(Map<String, String> environment) {
        return Configuration.load(Optional.empty(), environment, Map.of());
    }

    @ParameterizedTest
    @CsvSource({
        "BELFRY_SERVICE_HOST, 10.0.0.1",
        "BELFRY_SERVICE_PORT, 80",
        "BELFRY_SERVICE_PORT_HTTP, 80",
        "BELFRY_PORT, tcp://10.0.0.1:80",
        "BELFRY_PORT_8080_TCP, tcp://10.0.0.1:8080",
        "BELFRY_PORT_8080_TCP_PROTO, tcp",
        "BELFRY_PORT_8080_TCP_PORT, 8080",
        "BELFRY_PORT_8080_TCP_ADDR, 10.0.0.1",
        "BELFRY_HEADLESS_SERVICE_HOST, 10.0.0.1",
        "BELFRY_HEADLESS_PORT, udp://10.0.0.1:80",
        "BELFRY_HTTP_PORT, tcp://10.0.0.1:80",
        "BELFRY_HTTP_SERVICE_PORT, 80",
        "BELFRY_HTTP_PORT_80_TCP_ADDR, 10.0.0.1"
    })
    void whatKubernetesMakesForAServiceIsLeftAlone(String name, String value) {
        var environment =
                Map.of(name, value, "BELFRY_HTTP_HOST", "0.0.0.0", "BELFRY_HTTP_INSECURE", "true");
        assertThat(load(environment).http().port()).isEqualTo(8080);
        assertThat(load(environment).http().host()).isEqualTo("0.0.0.0");
        assertThat(KubernetesVariables.in(environment)).containsExactly(name);
    }

    @ParameterizedTest
    @CsvSource({
        "BELFRY_HTTP_PROT, BELFRY_HTTP_PORT",
        "BELFRY_PORT, BELFRY_HTTP_PORT",
        "BELFRY_SERVICE_URL, BELFRY_STORE_URL",
        "BELFRY_GROUPS_ORDERS_SHARD, BELFRY_GROUPS_<group>_SHARDS",
        "BELFRY_DATADIR, BELFRY_DATA_DIR"
    })
    void aMistypedNameIsRefusedWithTheNearestOne(String name, String nearest) {
        assertThatThrownBy(() -> load(Map.of(name, "9090")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("unknown environment variable '%s'; did you mean '%s'?", name, nearest);
    }

    @Test
    void theVariablesOfTheLauncherAndTheCommandLineAreNoSettings() {
        var others =
                Map.of(
                        "BELFRY_URL", "http://x",
                        "BELFRY_CONFIG", "x",
                        "BELFRY_JAVA_OPTS", "-Xmx1g",
                        "PATH", "/bin");
        assertThat(load(others)).isEqualTo(Configuration.defaults());
    }

    @Test
    void anEmptyVariableCountsAsNotSet() {
        var empty =
                Map.of(
                        "BELFRY_HTTP_PORT", "",
                        "BELFRY_STORE_URL", "",
                        "BELFRY_DATA_DIR", " ",
                        "BELFRY_GROUPS_ORDERS_SHARDS", "",
                        "BELFRY_CONFIG", "");
        assertThat(load(empty)).isEqualTo(Configuration.defaults());
        assertThat(Configuration.file(Optional.empty(), empty, Path.of("absent"))).isEmpty();
    }

    @Test
    void aBadValueIsNamedWithItsVariable() {
        assertThatThrownBy(() -> load(Map.of("BELFRY_HTTP_PORT", "http")))
                .hasMessage("http.port is not a whole number: 'http' (from BELFRY_HTTP_PORT)");
    }

    @Test
    void everySecretCanComeFromAFile(@TempDir Path folder) throws IOException {
        var file = folder.resolve("secret");
        Files.writeString(file, "sixteen-characters-or-more\n");
        for (var key : Key.all().stream().filter(Key::isSecret).toList()) {
            if (key.isNamed() || key.name().startsWith("callback.")) {
                continue;
            }
            var variable = key.variable() + "_FILE";
            var shown = load(Map.of(variable, file.toString())).inForce();
            assertThat(shown)
                    .contains(new InForce(key.name(), "(hidden)", variable))
                    .noneMatch(it -> it.toString().contains("sixteen"));
        }
        var secret = load(Map.of("BELFRY_CLUSTER_SECRET_FILE", file.toString())).cluster().secret();
        assertThat(secret).contains(new Secret("sixteen-characters-or-more", Optional.of(file)));
        var databases = Map.of("BELFRY_STORE_DATABASES_EAST_FILE", file.toString());
        assertThat(load(databases).store().databases()).containsOnlyKeys("east");
    }

    @Test
    void aSecretThatIsGivenTwiceOrCanNotBeReadIsRefused(@TempDir Path folder) {
        var file = folder.resolve("missing").toString();
        assertThatThrownBy(() -> load(Map.of("BELFRY_CLUSTER_SECRET_FILE", file)))
                .hasMessageStartingWith("BELFRY_CLUSTER_SECRET_FILE: ")
                .hasMessageContaining("can not be read (NoSuchFileException)");
        var both = Map.of("BELFRY_CLUSTER_SECRET", "x", "BELFRY_CLUSTER_SECRET_FILE", file);
        assertThatThrownBy(() -> load(both)).hasMessageContaining("are both set");
        assertThatThrownBy(() -> load(Map.of("BELFRY_HTTP_PORT_FILE", file)))
                .hasMessageContaining("unknown environment variable 'BELFRY_HTTP_PORT_FILE'");
    }
}
