package dev.belfry.store.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import dev.belfry.core.store.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MongoUrlTest {
    @Test
    void hostsDatabaseAndOptionsAreThoseOfMongoDb() {
        var url = MongoUrl.parse("mongodb://u:p%40ss@a,b:27018/belfry?replicaSet=rs0&tls=true");

        assertThat(url.database()).isEqualTo("belfry");
        assertThat(url.connection().getHosts()).containsExactly("a", "b:27018");
        assertThat(url.connection().getRequiredReplicaSetName()).isEqualTo("rs0");
        assertThat(url.connection().getPassword()).isEqualTo("p@ss".toCharArray());
    }

    @Test
    void whateverTheUrlSaysWritesAreSafeAndTheDriverRepeatsNone() {
        var settings =
                MongoOpening.settings(
                        MongoUrl.parse(
                                "mongodb://a/belfry?retryWrites=true&readConcernLevel=local"));

        assertThat(settings.getRetryWrites()).isFalse();
        assertThat(settings.getWriteConcern().getWString()).isEqualTo("majority");
        assertThat(settings.getWriteConcern().getJournal()).isTrue();
        assertThat(settings.getReadConcern()).isEqualTo(ReadConcern.MAJORITY);
        assertThat(settings.getReadPreference()).isEqualTo(ReadPreference.primary());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mongodb://a/belfry?w=majority",
                "mongodb://a/belfry?w=majority&journal=true",
                "mongodb://a/belfry?readPreference=primary"
            })
    void whatBelfryDoesAnywayMayBeSaid(String url) {
        assertThat(MongoUrl.parse(url).database()).isEqualTo("belfry");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mongodb://a/belfry?w=1",
                "mongodb://a/belfry?w=0",
                "mongodb://a/belfry?w=majority&journal=false",
                "mongodb://a/belfry?readPreference=secondaryPreferred",
                "mongodb://a",
                "mongodb://a/",
                "mongodb://a/?w=majority",
                "mongodb://a/belfry.timers",
                "mongodb://",
                "mongodb://a:port/belfry"
            })
    void whatCanNotBeKeptIsRefused(String url) {
        assertThatThrownBy(() -> MongoUrl.parse(url))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("looks like");
    }

    @Test
    void aComplaintDoesNotShowThePassword() {
        assertThatThrownBy(() -> MongoUrl.parse("mongodb://user:sec/ret@host/belfry"))
                .isInstanceOf(StoreException.Rejected.class)
                .hasNoCause()
                .hasMessageNotContaining("ret@")
                .hasMessageNotContaining("sec/");
    }
}
