package dev.belfry.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.store.StoreException;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableAddressTest {
    @Test
    void aUrlNamesTheRegionAndTheTable() {
        assertThat(TableAddress.parse("dynamodb://eu-central-1/belfry_Prod.2"))
                .isEqualTo(new TableAddress("eu-central-1", "belfry_Prod.2", Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:8000", "http%3A%2F%2Flocalhost%3A8000"})
    void anEndpointMayBeGiven(String endpoint) {
        assertThat(TableAddress.parse("dynamodb://eu-west-1/belfry?endpoint=" + endpoint))
                .isEqualTo(
                        new TableAddress(
                                "eu-west-1",
                                "belfry",
                                Optional.of(URI.create("http://localhost:8000"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dynamodb:",
                "dynamodb:belfry",
                "dynamodb:///belfry",
                "dynamodb://eu-central-1",
                "dynamodb://eu-central-1/",
                "dynamodb://eu-central-1/be",
                "dynamodb://eu-central-1/a/b",
                "dynamodb://eu-central-1/bel fry",
                "dynamodb://key:secret@eu-central-1/belfry",
                "dynamodb://eu-central-1/belfry?region=x",
                "dynamodb://eu-central-1/belfry?endpoint=localhost:8000",
                "dynamodb://eu-central-1/belfry?endpoint=ftp://h",
                "http://eu-central-1/belfry"
            })
    void otherUrlsAreRejectedNamingTheSetting(String url) {
        assertThatThrownBy(() -> TableAddress.parse(url))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageStartingWith("store.url ");
    }
}
