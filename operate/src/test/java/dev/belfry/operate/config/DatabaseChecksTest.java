package dev.belfry.operate.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.GroupId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseChecksTest {
    private static final String TWO =
            """
            store:
              databases:
                east: jdbc:postgresql://a/belfry?password=hunter2
                eu-west: sqlite:/tmp/west.db
            groups:
              default: { databases: east }
            """;

    @TempDir private Path folder;

    private Configuration load(String yaml, Map<String, String> environment) throws IOException {
        var file = Files.writeString(folder.resolve("belfry.yaml"), yaml);
        return Configuration.load(Optional.of(file), environment, Map.of());
    }

    private static String home(Configuration configuration, String group, int index) {
        return configuration.route().databaseOf(new ShardId(new GroupId(group), index));
    }

    @Test
    void shardsLiveWhereTheFileSays() throws IOException {
        var loaded =
                load(
                        TWO + "  orders: { shards: 256, databases: 'eu-west 128-255, east 0-127' }",
                        Map.of());

        assertThat(loaded.store().databases().keySet()).containsExactly("east", "eu-west");
        assertThat(home(loaded, "default", 15)).isEqualTo("east");
        assertThat(home(loaded, "orders", 127)).isEqualTo("east");
        assertThat(home(loaded, "orders", 128)).isEqualTo("eu-west");
        assertThat(loaded.toString()).doesNotContain("hunter2");
    }

    @Test
    void variablesNameDatabasesOfTheFileAndNewOnes() throws IOException {
        var loaded =
                load(
                        TWO,
                        Map.of(
                                "BELFRY_STORE_DATABASES_EU_WEST",
                                "sqlite:/other.db",
                                "BELFRY_STORE_DATABASES_NORTH",
                                "sqlite:/north.db",
                                "BELFRY_GROUPS_DEFAULT_DATABASES",
                                "north 0-14, east 15"));

        assertThat(loaded.store().databases())
                .containsEntry("eu-west", new Secret("sqlite:/other.db"))
                .containsKey("north");
        assertThat(home(loaded, "default", 0)).isEqualTo("north");
        assertThat(home(loaded, "default", 15)).isEqualTo("east");
    }

    @Test
    void aSingleDatabaseHasAllShards() {
        var loaded =
                Configuration.load(
                        Optional.empty(), Map.of(), Map.of("store.databases.only", "sqlite:/a"));

        assertThat(home(loaded, "default", 7)).isEqualTo("only");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "groups.a.shards=8 | groups.a.databases must say in which database each of its 8"
                        + " shards lives, such as 'east 0-3, eu-west 4-7', or 'east' for all of them",
                "groups.a.databases=eest | groups.a.databases names the database 'eest', which"
                        + " store.databases does not have; did you mean 'east'?",
                "groups.a.databases=east 0-7 | groups.a.databases gives shards 8-15 to no database",
                "groups.a.databases=east 0-8, eu-west 8-15 | groups.a.databases gives shard 8"
                        + " twice",
                "groups.a.databases=east 0-16 | but the shards are 0 to 15",
                "groups.a.databases=east, eu-west | groups.a.databases gives shard 0 twice",
                "groups.a.databases=east 0..7 | groups.a.databases is not a list such as 'east"
                        + " 0-127, west 128-255': 'east 0..7'",
                "store.databases.East=sqlite:/a | store.databases must have names of 1 to 32",
                "store.databases.west=sqlite:/tmp/west.db | store.databases.west is the same"
                        + " database as store.databases.eu-west",
                "store.url=sqlite:/a | store.url can not be set together with store.databases",
                "store.database=sqlite:/a | unknown setting 'store.database'",
            })
    void whatDoesNotFitIsRefused(String setting, String message) throws IOException {
        var file = Files.writeString(folder.resolve("belfry.yaml"), TWO);
        var flag = setting.split("=", 2);

        assertThatThrownBy(
                        () ->
                                Configuration.load(
                                        Optional.of(file), Map.of(), Map.of(flag[0], flag[1])))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void homesWithoutDatabasesAreRefused() {
        assertThatThrownBy(
                        () ->
                                Configuration.load(
                                        Optional.empty(),
                                        Map.of(),
                                        Map.of("groups.default.databases", "east")))
                .hasMessageContaining(
                        "groups.default.databases names databases, but store.databases has none");
    }
}
