package dev.belfry.bench.peers;

import dev.belfry.bench.harness.ChildJvm;
import dev.belfry.bench.harness.Contender.Launch;
import dev.belfry.bench.harness.ContenderProcess;
import dev.belfry.bench.harness.ContenderVariant.Client;
import dev.belfry.bench.harness.LoadResult;
import dev.belfry.bench.harness.PendingQuery;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A library in a JVM of its own, told line by line what to do. */
public final class LibraryProcess implements ContenderProcess {
    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(1);

    private final ScheduledExecutorService watchdog =
            Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
    private final PendingQuery pending;
    private final ChildJvm jvm;
    private final Writer commands;
    private final BufferedReader answers;

    private LibraryProcess(Library library, String url, ChildJvm jvm) {
        this.pending = new PendingQuery(url, library.pending);
        this.jvm = jvm;
        this.commands = jvm.process().outputWriter(StandardCharsets.UTF_8);
        this.answers = jvm.process().inputReader(StandardCharsets.UTF_8);
    }

    public static LibraryProcess start(Launch launch) throws IOException {
        var library = Library.called(launch.name());
        var words = new ArrayList<>(List.of(library.title));
        launch.settings().forEach((name, value) -> words.add(name + "=" + value));
        words.add("node=" + launch.node());
        words.add("url=" + launch.url());
        words.add("receiver=" + launch.receiver());
        var jvm =
                ChildJvm.startTold(
                        launch.log(),
                        ChildJvm.heap(launch.settings()),
                        PeerMain.class.getName(),
                        words.toArray(String[]::new));
        var peer = new LibraryProcess(library, launch.url(), jvm);
        try {
            peer.answer();
        } catch (IOException e) {
            jvm.kill();
            throw e;
        }
        return peer;
    }

    private String ask(String format, Object... words) throws IOException {
        commands.write(format.formatted(words));
        commands.write('\n');
        commands.flush();
        return answer();
    }

    /** One that does not answer is killed, which ends the reading too. */
    private String answer() throws IOException {
        var silence = watchdog.schedule(jvm::kill, LONGEST_ANSWER.toSeconds(), TimeUnit.SECONDS);
        var line = answers.readLine();
        if (!silence.cancel(false)) {
            throw new IOException("no answer for %d s".formatted(LONGEST_ANSWER.toSeconds()));
        }
        if (line == null) {
            throw new IOException("it ended: " + jvm.lastWords());
        }
        return line;
    }

    @Override
    public void use(Client client) throws IOException {
        ask("client %s", client.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public void schedule(Row row) throws IOException {
        ask(
                "schedule %s %d %d %d",
                row.name(), row.count(), row.first().toEpochMilli(), row.apart().toNanos() / 1_000);
    }

    @Override
    public LoadResult create(String name, int count, int clients, int batch) throws IOException {
        var words = ask("create %s %d %d %d", name, count, clients, batch).split(" ");
        return new LoadResult(Double.parseDouble(words[0]), Double.parseDouble(words[1]), 0);
    }

    @Override
    public Ran ran() throws IOException {
        var words = ask("ran").split(" ");
        return new Ran(Integer.parseInt(words[0]), Instant.ofEpochMilli(Long.parseLong(words[1])));
    }

    @Override
    public boolean hasPending() throws SQLException {
        return pending.isTrue();
    }

    @Override
    public List<ChildJvm> jvms() {
        return List.of(jvm);
    }

    /** It ends when there are no more commands; one that was killed has nobody to tell. */
    @Override
    public void close() {
        watchdog.shutdownNow();
        pending.close();
        if (jvm.process().isAlive()) {
            endCommands();
        }
        jvm.endWithin(Duration.ofSeconds(10));
    }

    private void endCommands() {
        try {
            commands.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
