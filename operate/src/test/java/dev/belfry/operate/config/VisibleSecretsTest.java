package dev.belfry.operate.config;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VisibleSecretsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cluster.secret | hunter2 | BELFRY_CLUSTER_SECRET_FILE",
                "cluster.secret | http:hunter2 | BELFRY_CLUSTER_SECRET_FILE",
                "callback.signingKeys | hunter2 | BELFRY_CALLBACK_SIGNING_KEYS_FILE",
                "callback.proxy | http://me:hunter2@proxy:3128 | BELFRY_CALLBACK_PROXY_FILE",
                "store.url | jdbc:postgresql://db/x?user=u&password=hunter2 | BELFRY_STORE_URL_FILE",
                "store.url | jdbc:sqlserver://db;PASSWORD=hunter2 | BELFRY_STORE_URL_FILE",
                "store.url | jdbc:oracle:thin:u/hunter2@//db/x | BELFRY_STORE_URL_FILE",
                "store.url | mongodb://u:hunter2@db/x | BELFRY_STORE_URL_FILE",
                "store.databases.east | jdbc:mysql://db/x?pwd=hunter2 | BELFRY_STORE_DATABASES_EAST_FILE"
            })
    void aSecretIsNotTakenFromACommandLineAndTheFileForItIsNamed(
            String key, String value, String variable) {
        assertThatThrownBy(() -> VisibleSecrets.refuse(Map.of(key, value)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith(key + " is secret")
                .hasMessageContaining(variable + " ")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void whatHoldsNoSecretIsTaken() {
        var flags =
                Map.of(
                        "store.url", "jdbc:postgresql://localhost/belfry?user=belfry",
                        "store.databases.east", "sqlite:/data/east.db",
                        "callback.proxy", "http://proxy:3128",
                        "auth.keys", "/etc/belfry/keys.yaml",
                        "http.port", "8080",
                        "unknown", "password=hunter2");
        assertThatCode(() -> VisibleSecrets.refuse(flags)).doesNotThrowAnyException();
    }

    /** Whoever adds a secret has to say nothing here: it is refused unless it is an address. */
    @Test
    void everySecretThatIsNoAddressIsRefusedWhateverItIs() {
        for (var key : Key.all()) {
            if (key.isSecret()) {
                var name = key.name().replace(Key.ANY_DATABASE, "east");
                assertThatThrownBy(() -> VisibleSecrets.refuse(Map.of(name, "secret=hunter2")))
                        .as(name)
                        .isInstanceOf(ConfigurationException.class);
            }
        }
    }
}
