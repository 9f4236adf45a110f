package dev.belfry.operate.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.node.member.MembershipTimings;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrossChecksTest {
    private static final Machine SMALL = new Machine(2, 512L << 20);

    private static Configuration load(String settings, Machine machine) {
        var flags = new LinkedHashMap<String, String>();
        Arrays.stream(settings.split(" "))
                .map(it -> it.split("=", 2))
                .forEach(it -> flags.put(it[0], it[1]));
        return Configuration.load(Optional.empty(), Map.of(), flags, machine);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "groups.a.callbackTimeout=16m | groups.a.callbackTimeout must be 1ms to 15m",
                "cluster.beat=1s | cluster.proof must be at least three times cluster.beat",
                "cluster.proof=2900ms | cluster.evictAfter must be at least 500ms longer than"
                        + " cluster.proof",
                "cluster.beat=0s | cluster.beat must be positive",
                "cluster.secret=short | cluster.secret must be at least 16 printable ASCII"
                        + " characters",
                "cluster.address=http://belfry-0:8081 | cluster.address needs a cluster.port that does"
                        + " not change",
                "cluster.port=8080 | cluster.port is also http.port",
                "http.address=belfry-0 | http.address must be like http://host:8080",
                "cluster.address=belfry-0:8080 | cluster.address must be like http://host:8080",
                "cluster.address=http://belfry-0:8080/x | cluster.address must be like"
                        + " http://host:8080",
                "tracing.endpoint=collector:4318 | tracing.endpoint must be an address such as",
                "tracing.endpoint=http://c:4318/?token=x | tracing.endpoint must be an address",
                "cluster.weight=-1 | cluster.weight must be 0 to 1000",
                "cluster.moveWait=2m | cluster.moveWait must be 0ms to 1m",
                "groups.a.callbackTimeout=0s | groups.a.callbackTimeout must be",
                "groups.a.retry.maxAttempts=0 | groups.a.retry.maxAttempts must be 1 to 1000",
                "groups.a.retry.maxInterval=0s | groups.a.retry.maxInterval must be 1ms to 3650d",
                "groups.a.limits.weight=0 | groups.a.limits.weight must be 1 to 100",
                "groups.a.limits.ratePerSecond=0 | groups.a.limits.ratePerSecond must be 0.001 to",
                "groups.a.limits.burst=5 | groups.a.limits.burst needs limits.ratePerSecond",
                "groups.a.limits.ratePerSecond=1 groups.a.limits.burst=0 | groups.a.limits.burst"
                        + " must be 1 to 1000000",
                "groups.a.limits.concurrency=0 | groups.a.limits.concurrency must be 1 to 1000000",
                "groups.a.retention=36501d | groups.a.retention is longer than 36500d",
                "limits.payload=256KiB | limits.payload is 256 KiB, which does not fit into a body"
                        + " (limits.body) of 256 KiB",
                "limits.body=100KiB | limits.payload is 100 KiB, which does not fit into a body"
                        + " (limits.body)",
                "limits.batchBody=200KiB | limits.batchBody is 200 KiB, less than the body of a"
                        + " single timer (limits.body, 256 KiB)",
                "limits.payload=9MiB limits.body=10MiB engine.loops=2 | limits.payload is 9 MiB,"
                        + " but 128 MiB of memory (engine.memory) for 2 loops (engine.loops) have room"
                        + " for payloads of 8 MiB only",
                "engine.memory=400MiB | engine.memory is 400 MiB, but Java's heap has 512 MiB",
                "engine.memory=400MiB | lower it to 341MiB",
                "engine.memory=1MiB engine.loops=2 | engine.memory must be at least 1 MiB for each"
                        + " loop",
                "engine.memory=999999999999GiB | engine.memory is more than 1024GiB",
                "engine.loops=-1 | engine.loops must be 0 to 1024",
                "engine.maxInFlight=1 engine.loops=2 | engine.maxInFlight must be at least one for"
                        + " each loop",
                "engine.maxInFlightPerHost=0 | engine.maxInFlightPerHost must be at least one for"
                        + " each loop",
                "engine.maxInFlightPerHost=10001 | engine.maxInFlightPerHost must be at most 10000",
                "http.host=0.0.0.0 | http.host is 0.0.0.0, which other machines reach, but there is no"
                        + " authentication",
                "http.host=:: | give it keys (auth.keys, made by 'belfry key create') or an issuer",
                "http.host=192.0.2.1 | set http.insecure to true where a proxy or a network policy",
                "http.host=0.0.0.0 http.tls.certificate=c http.tls.key=k | there is no"
                        + " authentication",
                "http.host=0.0.0.0 auth.keys=k | keys and tokens come over plain HTTP",
                "http.host=0.0.0.0 auth.keys=k | give it a certificate (http.tls.certificate and"
                        + " http.tls.key), or set http.insecure to true",
                "http.host=0.0.0.0 auth.issuer=i auth.audience=a auth.jwks=f | keys and tokens come"
                        + " over plain HTTP",
                "http.idleTimeout=25d | http.idleTimeout must be 1ms to 1d",
                "node.id=a/b | node.id must be 1 to 64 of letters",
                "node.id=moved:a | node.id must not begin with 'moved:'",
                "callback.signingKeys=hunter2 | callback.signingKeys holds a key that does not"
                        + " start with whsec_ (key 1 of 1)",
                "callback.signingKeys=whsec_hunter2! | callback.signingKeys holds a key that is not"
                        + " base64 after whsec_",
            })
    void whatDoesNotFitIsRefusedAtTheStartUnderTheKeyThatCanBeChanged(
            String settings, String message) {
        assertThatThrownBy(() -> load(settings, SMALL))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void aCollectorWithAPasswordIsRefusedWithoutRepeatingIt() {
        assertThatThrownBy(() -> load("tracing.endpoint=http://belfry:hunter2@c:4318", SMALL))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("tracing.endpoint must be an address")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void ofSeveralSigningKeysTheWrongOneIsCounted() {
        var good = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        var variables = Map.of("BELFRY_CALLBACK_SIGNING_KEYS", good + " whsec_aGk= " + good);
        assertThatThrownBy(() -> Configuration.load(Optional.empty(), variables, Map.of(), SMALL))
                .hasMessage(
                        "callback.signingKeys holds a key of 2 bytes; 24 to 64 are allowed"
                                + " (key 2 of 3) (from BELFRY_CALLBACK_SIGNING_KEYS)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http.host=127.0.0.1 | ''",
                "http.host=::1 | ''",
                "http.host=localhost http.insecure=true | ''",
                "http.host=0.0.0.0 auth.keys=k http.tls.certificate=c http.tls.key=k | ''",
                "http.host=0.0.0.0 http.insecure=true | there is no authentication",
                "http.host=0.0.0.0 http.insecure=true auth.keys=k | keys and tokens come over plain",
            })
    void aServerThatIsGuardedOrWasMeantToBeOpenStartsAndSaysWhichItIs(
            String settings, String insecurity) {
        assertThat(load(settings, SMALL).insecurity().orElse(""))
                .startsWith(insecurity)
                .matches(it -> it.isEmpty() == insecurity.isEmpty());
    }

    @Test
    void aComplaintSaysWhereTheValueCameFrom() {
        assertThatThrownBy(() -> load("http.port=70000", SMALL))
                .hasMessage("http.port must be 0 to 65535, not 70000 (from the command line)");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 128MiB, 2000, 200, 1",
        "2, 128MiB, 2000, 200, 1",
        "8, 128MiB, 2000, 200, 4",
        "512, 128MiB, 2000, 200, 128",
        "512, 1GiB, 2000, 200, 200",
        "8, 128MiB, 2000, 3, 3",
        "8, 128MiB, 1, 200, 1"
    })
    void thereIsALoopForEveryTwoCoresIfEachGetsAShare(
            int cores, String memory, int inFlight, int perHost, int loops) {
        var settings =
                "engine.memory=%s engine.maxInFlight=%d engine.maxInFlightPerHost=%d"
                        .formatted(memory, inFlight, perHost);
        var engine = load(settings, new Machine(cores, 4L << 30)).engine();
        assertThat(engine.toSettings(cores, MembershipTimings.DEFAULT).loops()).isEqualTo(loops);
    }
}
