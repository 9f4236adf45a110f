package dev.belfry.http.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreAddressTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sqlite:/data/belfry.db | sqlite | sqlite:/data/belfry.db",
                "jdbc:postgresql://db:5432/belfry?user=b&password=secret | postgresql |"
                        + " jdbc:postgresql://db:5432/belfry",
                "jdbc:postgresql://db/belfry?password=se@cret | postgresql |"
                        + " jdbc:postgresql:(hidden)",
                "jdbc:sqlserver://db;user=b;password=secret | sqlserver | jdbc:sqlserver://db",
                "mongodb://belfry:secret@db/belfry | mongodb | mongodb:(hidden)",
                "mongodb://belfry:se?cret@db/belfry | mongodb | mongodb:(hidden)",
                "jdbc:oracle:thin:belfry/secret@//db/x | oracle | jdbc:oracle:(hidden)",
                "secret | (unknown) | (hidden)"
            })
    void aUrlIsShownWithoutItsSecrets(String url, String kind, String shown) {
        assertThat(StoreAddress.of(url)).isEqualTo(new StoreAddress(kind, shown));
        assertThat(shown).doesNotContain("cret");
    }
}
