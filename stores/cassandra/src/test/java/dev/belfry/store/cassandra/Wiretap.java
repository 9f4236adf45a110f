package dev.belfry.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.QueryTrace;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Listens to what a store sends, and can swallow an answer. Confined to one thread. */
final class Wiretap {
    private static final Pattern READ =
            Pattern.compile("Read (\\d+) live rows and (\\d+) tombst.*");

    private final CqlSession session;
    private final List<Statement<?>> sent = new ArrayList<>();
    private final List<ExecutionInfo> traced = new ArrayList<>();
    private boolean tracing;
    private final AtomicReference<@Nullable Supplier<RuntimeException>> beforeWrite =
            new AtomicReference<>();
    private final AtomicReference<@Nullable Supplier<RuntimeException>> afterWrite =
            new AtomicReference<>();

    Wiretap(CqlSession session) {
        this.session = session;
    }

    CassandraTimerStore store() {
        var tapped =
                (CqlSession)
                        Proxy.newProxyInstance(
                                getClass().getClassLoader(),
                                new Class<?>[] {CqlSession.class},
                                (_, method, arguments) -> call(method, arguments));
        return new CassandraTimerStore(new Cql(tapped, () -> {}), Optional.empty());
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        try {
            return method.getName().equals("execute") && arguments[0] instanceof Statement<?> one
                    ? execute(one)
                    : method.invoke(session, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private ResultSet execute(Statement<?> statement) {
        sent.add(statement);
        if (isWrite(statement)) {
            throwOnce(beforeWrite);
        }
        var answer = session.execute(statement.setTracing(tracing));
        if (tracing) {
            traced.add(answer.getExecutionInfo());
        }
        if (isWrite(statement)) {
            throwOnce(afterWrite);
        }
        return answer;
    }

    private static void throwOnce(AtomicReference<@Nullable Supplier<RuntimeException>> failure) {
        var thrown = failure.getAndSet(null);
        if (thrown != null) {
            throw thrown.get();
        }
    }

    /** The next write does not reach the servers. */
    void failBeforeTheNextWrite(Supplier<RuntimeException> thrown) {
        beforeWrite.set(thrown);
    }

    /** The next write reaches the servers, and its sender hears this instead of the answer. */
    void failAfterTheNextWrite(Supplier<RuntimeException> thrown) {
        afterWrite.set(thrown);
    }

    void forget() {
        sent.clear();
    }

    List<Statement<?>> reads() {
        return sent.stream().filter(statement -> !isWrite(statement)).toList();
    }

    List<Statement<?>> writes() {
        return sent.stream().filter(Wiretap::isWrite).toList();
    }

    private static boolean isWrite(Statement<?> statement) {
        return texts(statement).stream().noneMatch(text -> text.startsWith("SELECT"));
    }

    static List<String> texts(Statement<?> statement) {
        return parts(statement)
                .map(part -> ((BoundStatement) part).getPreparedStatement().getQuery().strip())
                .toList();
    }

    private static Stream<BatchableStatement<?>> parts(Statement<?> statement) {
        return statement instanceof BatchStatement batch
                ? StreamSupport.stream(batch.spliterator(), false)
                : Stream.of((BatchableStatement<?>) statement);
    }

    /** The most tombstones that a server scanned for one statement of an action. */
    int tombstonesScannedBy(Runnable action) {
        return mostOf(action, 2);
    }

    /** The most living rows that a server read for one statement of an action. */
    int rowsReadBy(Runnable action) {
        return mostOf(action, 1);
    }

    private int mostOf(Runnable action, int number) {
        traced.clear();
        tracing = true;
        action.run();
        tracing = false;
        return traced.stream()
                .flatMap(done -> trace(done).getEvents().stream())
                .map(event -> READ.matcher(event.getActivity()))
                .filter(matcher -> matcher.matches())
                .mapToInt(matcher -> Integer.parseInt(matcher.group(number)))
                .max()
                .orElseThrow(() -> new AssertionError("no server told what it read"));
    }

    /** A trace is written after the answer, by and by. */
    private static QueryTrace trace(ExecutionInfo done) {
        for (int look = 0; look < 20; look++) {
            try {
                return done.getQueryTrace();
            } catch (IllegalStateException e) {
                assertThat(e).hasMessageContaining("not complete");
            }
        }
        throw new AssertionError("a trace was never complete");
    }
}
