package dev.belfry.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.CASWriteUnknownException;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteFailureException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import com.datastax.oss.driver.internal.core.specex.NoSpeculativeExecutionPolicy;
import dev.belfry.core.store.StoreException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which failure says that nothing was written, and which leaves it open. */
class CqlErrorsTest {
    static final Node NODE =
            (Node)
                    Proxy.newProxyInstance(
                            CqlErrorsTest.class.getClassLoader(),
                            new Class<?>[] {Node.class},
                            (proxy, method, _) ->
                                    switch (method.getName()) {
                                        case "hashCode" -> System.identityHashCode(proxy);
                                        case "toString" -> "node";
                                        default -> null;
                                    });

    static Stream<RuntimeException> leavesAWriteOpen() {
        return Stream.of(
                new WriteTimeoutException(NODE, Cql.SERIAL, 1, 2, DefaultWriteType.CAS),
                new WriteTimeoutException(NODE, Cql.QUORUM, 1, 2, DefaultWriteType.SIMPLE),
                new CASWriteUnknownException(NODE, Cql.SERIAL, 1, 2),
                new WriteFailureException(
                        NODE, Cql.QUORUM, 1, 2, DefaultWriteType.CAS, 1, Map.of()),
                new UnavailableException(NODE, Cql.QUORUM, 2, 1),
                new ReadTimeoutException(NODE, Cql.SERIAL, 1, 2, false),
                new ServerError(NODE, "?"),
                new DriverTimeoutException("no answer"),
                new ClosedConnectionException("gone"),
                new HeartbeatException(new InetSocketAddress(1), "no answer", new Exception()),
                allOf(new NodeUnavailableException(NODE), new ClosedConnectionException("gone")));
    }

    static Stream<RuntimeException> saysThatNothingWasWritten() {
        return Stream.of(
                new UnavailableException(NODE, Cql.SERIAL, 2, 1),
                new OverloadedException(NODE),
                new BootstrappingException(NODE),
                new NoNodeAvailableException(),
                allOf(
                        new NodeUnavailableException(NODE),
                        new UnavailableException(NODE, Cql.SERIAL, 2, 1)));
    }

    static Stream<RuntimeException> saysThatItNeverCan() {
        return Stream.of(
                new InvalidQueryException(NODE, "too large"),
                new UnauthorizedException(NODE, "not allowed"));
    }

    @ParameterizedTest
    @MethodSource
    void leavesAWriteOpen(RuntimeException failure) {
        assertThat(CqlErrors.ofWrite(failure))
                .isInstanceOf(StoreException.OutcomeUnknown.class)
                .hasCause(failure);
        assertThat(CqlErrors.ofRead(failure)).isInstanceOf(StoreException.Unavailable.class);
    }

    @ParameterizedTest
    @MethodSource
    void saysThatNothingWasWritten(RuntimeException failure) {
        assertThat(CqlErrors.ofWrite(failure)).isInstanceOf(StoreException.Unavailable.class);
        assertThat(CqlErrors.ofRead(failure)).isInstanceOf(StoreException.Unavailable.class);
    }

    @ParameterizedTest
    @MethodSource
    void saysThatItNeverCan(RuntimeException failure) {
        assertThat(CqlErrors.ofWrite(failure)).isInstanceOf(StoreException.Rejected.class);
        assertThat(CqlErrors.ofRead(failure)).isInstanceOf(StoreException.Rejected.class);
    }

    @Test
    void aReadThatFailsMayBeTriedAgain() {
        assertThat(
                        CqlErrors.ofRead(
                                new ReadFailureException(
                                        NODE, Cql.QUORUM, 1, 2, 1, false, Map.of())))
                .isInstanceOf(StoreException.Unavailable.class);
    }

    /** The driver's own retries and second senders are off for all that writes. */
    @Test
    void theDriverSendsAWriteOnce() {
        var settings = Connecting.settings(CassandraUrl.parse("cassandra://h/k?dc=dc1"));
        var writes = settings.getInitialConfig().getDefaultProfile();

        assertThat(writes.getString(DefaultDriverOption.RETRY_POLICY_CLASS))
                .isEqualTo(NeverRetry.class.getName());
        assertThat(writes.getString(DefaultDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS))
                .endsWith(NoSpeculativeExecutionPolicy.class.getSimpleName());
        assertThat(writes.getBoolean(DefaultDriverOption.REQUEST_DEFAULT_IDEMPOTENCE)).isFalse();
    }

    /**
     * In version 5 of the protocol the driver can not read the timeout of a conditional write, and
     * closes the connection with all that is under way on it.
     */
    @Test
    void aTimeoutOfOneWriteDoesNotTakeTheConnectionFromOthers() {
        var settings = Connecting.settings(CassandraUrl.parse("cassandra://h/k?dc=dc1"));

        assertThat(
                        settings.getInitialConfig()
                                .getDefaultProfile()
                                .getString(DefaultDriverOption.PROTOCOL_VERSION))
                .isEqualTo("V4");
    }

    private static AllNodesFailedException allOf(Throwable... failures) {
        return AllNodesFailedException.fromErrors(
                Stream.of(failures).map(failure -> Map.entry(NODE, failure)).toList());
    }
}
