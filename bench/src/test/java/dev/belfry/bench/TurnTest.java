package dev.belfry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnTest {
    private static final Lane LANE = Entrant.ALL.getFirst().lane();

    private final Notes notes = Notes.begin();
    private final List<FakeContender> started = new ArrayList<>();
    private final List<String> done = new ArrayList<>();

    /** Knows only how it ended. */
    private static final class FakeContender implements Contender {
        private boolean killed;
        private boolean closed;

        @Override
        public void use(Client client) {}

        @Override
        public void schedule(Row row) {}

        @Override
        public Created create(String name, int count, int clients, int batch) {
            return new Created(1, 1, 0);
        }

        @Override
        public Ran ran() {
            return new Ran(0, Instant.EPOCH);
        }

        @Override
        public boolean hasPending() {
            return false;
        }

        @Override
        public ChildJvm jvm() {
            throw new UnsupportedOperationException("there is no process");
        }

        @Override
        public void kill() {
            killed = true;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private record FakeWork(String title, Notes.Step step) implements Work {
        @Override
        public Lane lane() {
            return LANE;
        }

        @Override
        public Duration planned() {
            return Duration.ZERO;
        }

        @Override
        public void run(Contender contender) throws Exception {
            step.run();
        }
    }

    private Work works(String title) {
        return new FakeWork(title, () -> done.add(title));
    }

    private static Work fails(String title) {
        return new FakeWork(
                title,
                () -> {
                    throw new IllegalStateException("3 callbacks did not come");
                });
    }

    private Contender start() {
        var contender = new FakeContender();
        started.add(contender);
        return contender;
    }

    @Test
    void aFailedWorkIsWrittenDownAndTheOthersGoOnWithANewProcess() throws Exception {
        new Turn(notes, this::start).run(List.of(works("first"), fails("second"), works("third")));

        assertThat(done).containsExactly("first", "third");
        assertThat(notes.figures().failures()).containsOnlyKeys("second");
        assertThat(notes.figures().failures().get("second").get(Entrant.BELFRY))
                .containsExactly("java.lang.IllegalStateException: 3 callbacks did not come");
        assertThat(started).extracting(it -> it.killed).containsExactly(true, false);
        assertThat(started).allMatch(it -> it.closed);
    }

    @Test
    void oneThatDoesNotStartFailsInAllItsWorks() throws Exception {
        new Turn(
                        notes,
                        () -> {
                            throw new IllegalStateException("no port");
                        })
                .run(List.of(works("first"), works("second")));

        assertThat(done).isEmpty();
        assertThat(notes.figures().failures()).containsOnlyKeys("first", "second");
    }

    @Test
    void oneThatStartsOnlyAtTheSecondTimeIsMeasured() throws Exception {
        new Turn(
                        notes,
                        () -> {
                            if (start() == started.getFirst()) {
                                throw new IllegalStateException("slow");
                            }
                            return started.getLast();
                        })
                .run(List.of(works("only")));

        assertThat(done).containsExactly("only");
        assertThat(notes.figures().failures()).isEmpty();
    }
}
