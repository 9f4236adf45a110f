package dev.belfry.store.jdbc.sqlite;

import static dev.belfry.check.contract.Changes.RETENTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.contract.Changes;
import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Expire;
import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.timer.Timer;
import dev.belfry.store.jdbc.JdbcTimerStore;
import dev.belfry.store.jdbc.StatementsOf;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of statements would be worth nothing if others were sent. */
class SentStatementsTest {
    private final Set<String> sent = ConcurrentHashMap.newKeySet();

    @TempDir Path folder;

    @Test
    void allThatTheLivesOfTimersSendStandsInTheFile() throws Exception {
        var opening = new SqliteOpening(folder.resolve("belfry.db"), this::listening);
        try (var store =
                new JdbcTimerStore(
                        new SqliteDialect(),
                        opening.connections(),
                        new StoreLimits(1_000, 8 << 20, 16, 1, 1))) {
            live(new Fixture(store));
        }
        sent.removeIf(sql -> sql.equals("COMMIT") || sql.startsWith("PRAGMA"));
        assertThat(StatementsOf.dialect(new SqliteDialect())).containsAll(sent);
        assertThat(sent)
                .anyMatch(sql -> sql.startsWith("DELETE FROM timers"))
                .anyMatch(sql -> sql.startsWith("DELETE FROM kept_timers"))
                .anyMatch(sql -> sql.startsWith("INSERT INTO timers"))
                .anyMatch(sql -> sql.startsWith("UPDATE timers"))
                .anyMatch(sql -> sql.contains("INTO kept_timers"));
    }

    /** Created, put off, done, kept, and forgotten. */
    private static void live(Fixture fixture) {
        var timers = fixture.commit(Fixture.creates("t", 20)).stream().map(SentStatementsTest::of);
        var all = timers.toList();
        var moved = Changes.putOff(all.get(0), Fixture.NOON.plusSeconds(9));
        var reached = Changes.reached(all.get(2), Fixture.NOON);
        fixture.commit(List.of(moved, Changes.done(all.get(1)), reached));
        var after = Fixture.NOON.plus(RETENTION).plusSeconds(1);
        fixture.commit(List.of(new Expire(all.get(2).key(), after)));
    }

    private static Timer of(Decision decision) {
        return decision.after().pending().orElseThrow();
    }

    private Connection listening(Connection real) {
        return (Connection)
                Proxy.newProxyInstance(
                        Connection.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (_, method, arguments) -> {
                            if (method.getName().equals("prepareStatement")) {
                                sent.add((String) arguments[0]);
                            }
                            try {
                                return method.invoke(real, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }
}
