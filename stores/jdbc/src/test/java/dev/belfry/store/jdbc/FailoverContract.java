package dev.belfry.store.jdbc;

import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.check.contract.OwnedShard;
import dev.belfry.check.contract.SampleGroups;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a store does while its server is demoted, or set to lose things, under its connections. */
public interface FailoverContract extends ServerUnderTest {
    /** Sessions of each kind that rest when the server changes. */
    int SESSIONS = 4;

    /** Makes the server one that takes no writes, without a restart; each way there is. */
    List<List<String>> demotions();

    /** Takes a demotion back. */
    List<String> promotion();

    /** Settings under which the server may lose what it acknowledges. */
    List<Loss> losses();

    /**
     * A setting under which acknowledged changes may get lost.
     *
     * @param name as the refusal must say it
     */
    record Loss(String name, List<String> set, List<String> reset) {}

    @AfterEach
    default void promote() throws SQLException {
        run(promotion());
        for (var loss : losses()) {
            run(loss.reset());
        }
    }

    private void run(List<String> statements) throws SQLException {
        database().run(statements.toArray(String[]::new));
    }

    @Test
    default void aServerThatIsDemotedInPlaceIsNeitherWrittenNorRead(OwnedShard shard)
            throws SQLException {
        for (var demotion : demotions()) {
            try (var store = database().opening().storeAsItIs()) {
                store.timers().commit(List.of(shard.next(timer("before").create())));
                store.nodes().members();
                run(demotion);
                assertThat(refused(() -> store.timers().commit(List.of(shard.next()))))
                        .contains("takes no writes");

                assertNotRead(store);
                assertThat(store.refusal()).isPresent();
                run(promotion());
                assertUsedAgain(store);
            }
        }
    }

    private static void assertNotRead(TimerStore store) {
        assertThatThrownBy(store.nodes()::members).isInstanceOf(StoreException.Unavailable.class);
        assertThatThrownBy(() -> store.leases().shards(SampleGroups.ONE.id()))
                .isInstanceOf(StoreException.Unavailable.class);
        assertThatThrownBy(store.pauses()::inForce).isInstanceOf(StoreException.Unavailable.class);
    }

    /** All at once, because one refusal holds for all sessions. */
    @Test
    default void oneRefusedWriteRetiresEverySessionThatRests() throws SQLException {
        try (var connections = database().opening().connections()) {
            var transactions = new Transactions(connections, rest(connections));
            run(demotions().getFirst());
            refused(() -> transactions.change(it -> it.run("DELETE FROM nodes")));
            for (int i = 0; i < SESSIONS; i++) {
                assertThatThrownBy(connections::reader)
                        .isInstanceOf(StoreException.Unavailable.class);
                assertThatThrownBy(connections::writer)
                        .isInstanceOf(StoreException.Unavailable.class);
            }
        }
    }

    private static Dialect rest(Connections connections) throws SQLException {
        var taken = new ArrayList<Session>();
        for (int i = 0; i < SESSIONS; i++) {
            taken.add(connections.reader());
            taken.add(connections.writer());
        }
        taken.forEach(Session::close);
        return taken.getFirst().dialect();
    }

    @Test
    default void aServerThatBeginsToLoseWhatItAcknowledgesIsRefusedByTheNameOfTheSetting()
            throws SQLException {
        for (var loss : losses()) {
            try (var store = database().opening().storeAsItIs()) {
                store.nodes().members();
                run(loss.set());
                assertThat(refused(store.nodes()::members)).contains(loss.name());
                assertThat(store.refusal())
                        .hasValueSatisfying(it -> assertThat(it).contains(loss.name()));
                run(loss.reset());
                assertUsedAgain(store);
            }
        }
    }

    /** What the store says when it notices, which takes as long as a look is trusted. */
    private static String refused(Runnable call) {
        while (true) {
            try {
                call.run();
                Thread.onSpinWait();
            } catch (StoreException.Unavailable e) {
                if (e.getCause() instanceof StoreException.Rejected) {
                    return String.valueOf(e.getMessage());
                }
            }
        }
    }

    private static void assertUsedAgain(TimerStore store) {
        boolean isUsed = false;
        while (!isUsed) {
            try {
                store.nodes().members();
                isUsed = true;
            } catch (StoreException.Unavailable e) {
                Thread.onSpinWait();
            }
        }
        assertThat(store.refusal()).isEmpty();
    }
}
