package dev.belfry.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.store.StoreException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CassandraUrlTest {
    @Test
    void allPartsAreRead() {
        var url =
                CassandraUrl.parse(
                        "cassandra://bel%40fry:p%3Aa+ss@one,two:9043/timers_1?dc=eu-west&replication=5&tls=true");

        assertThat(url.hosts())
                .isEqualTo(
                        List.of(
                                new CassandraUrl.Host("one", 9043),
                                new CassandraUrl.Host("two", 9043)));
        assertThat(url.keyspace()).isEqualTo("timers_1");
        assertThat(url.dataCenter()).isEqualTo("eu-west");
        assertThat(url.replication()).isEqualTo(5);
        assertThat(url.tls()).isPresent();
        assertThat(url.credentials()).contains(new CassandraUrl.Credentials("bel@fry", "p:a+ss"));
    }

    @Test
    void whatIsLeftOutHasADefault() {
        var url = CassandraUrl.parse("cassandra://one:1,[::1],127.0.0.1/k?dc=dc1");

        assertThat(url.hosts())
                .containsExactly(
                        new CassandraUrl.Host("one", 1),
                        new CassandraUrl.Host("[::1]", 9042),
                        new CassandraUrl.Host("127.0.0.1", 9042));
        assertThat(url.replication()).isEqualTo(3);
        assertThat(url.tls()).isEmpty();
        assertThat(url.credentials()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cassandra:",
                "cassandra://host",
                "cassandra://host/?dc=dc1",
                "cassandra:///keyspace?dc=dc1",
                "cassandra://host/Keyspace?dc=dc1",
                "cassandra://host/keyspace",
                "cassandra://host/keyspace?dc=",
                "cassandra://host/keyspace?dc=dc1&replication=0",
                "cassandra://host/keyspace?dc=dc1&retries=3",
                "cassandra://host:port/keyspace?dc=dc1",
                "cassandra://host,/keyspace?dc=dc1",
                "cassandra://secret@host/keyspace?dc=dc1",
                "cassandra://user:%zz@host/keyspace?dc=dc1"
            })
    void aUrlThatCanNotBeReadIsRefusedWithAnExample(String url) {
        assertThatThrownBy(() -> CassandraUrl.parse(url))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("cassandra://user:password@host1,host2:9042/keyspace?dc=dc1");
    }

    @Test
    void aPasswordIsNeverShown() {
        var url = "cassandra://user:secret@host/keyspace?dc=dc1";

        assertThat(CassandraUrl.parse(url).toString()).doesNotContain("secret");
        assertThatThrownBy(() -> CassandraUrl.parse(url + "&x=1"))
                .hasMessageNotContaining("secret");
    }
}
