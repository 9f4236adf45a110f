package dev.belfry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PostgresPlaceTest {
    @Test
    void aUrlForJavaTellsPostgresqlsOwnProgramsWhereToGo() {
        var place = PostgresPlace.of("jdbc:postgresql://127.0.0.1:16777/floor?user=me&password=it");

        assertThat(place.arguments())
                .containsExactly("-h", "127.0.0.1", "-p", "16777", "-U", "me", "floor");
        assertThat(place.password()).isEqualTo("it");
    }
}
