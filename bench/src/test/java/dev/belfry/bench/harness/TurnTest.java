package dev.belfry.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TurnTest {
    private static final ContenderVariant VARIANT =
            Contender.of(
                            "Belfry",
                            Contender.Kind.BELFRY,
                            _ -> new FakeProcess(),
                            Map.of(),
                            Pace.BELFRY)
                    .usual();

    private final Notes notes = Notes.begin();
    private final List<FakeProcess> started = new ArrayList<>();
    private final List<String> done = new ArrayList<>();

    /** Knows only how it ended. */
    private static final class FakeProcess implements ContenderProcess {
        private boolean killed;
        private boolean closed;

        @Override
        public void schedule(Row row) {}

        @Override
        public LoadResult create(String name, int count, int clients, int batch) {
            return new LoadResult(1, 1, 0);
        }

        @Override
        public boolean hasPending() {
            return false;
        }

        @Override
        public List<ChildJvm> jvms() {
            return List.of();
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

    private record FakeWork(String title, Notes.Step step) implements Workload {
        @Override
        public ContenderVariant variant() {
            return VARIANT;
        }

        @Override
        public Duration planned() {
            return Duration.ZERO;
        }

        @Override
        public void run(ContenderProcess process) throws Exception {
            step.run();
        }
    }

    private Workload works(String title) {
        return new FakeWork(title, () -> done.add(title));
    }

    private static Workload fails(String title) {
        return new FakeWork(
                title,
                () -> {
                    throw new IllegalStateException("3 callbacks did not come");
                });
    }

    private ContenderProcess start() {
        var process = new FakeProcess();
        started.add(process);
        return process;
    }

    @Test
    void aFailedWorkIsWrittenDownAndTheOthersGoOnWithANewProcess() throws Exception {
        new Turn(notes, this::start).run(List.of(works("first"), fails("second"), works("third")));

        assertThat(done).containsExactly("first", "third");
        assertThat(notes.figures().failures()).containsOnlyKeys("second");
        assertThat(notes.figures().failures().get("second").get(Contender.BELFRY))
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
