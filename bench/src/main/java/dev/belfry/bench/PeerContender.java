package dev.belfry.bench;

import dev.belfry.bench.peer.PeerMain;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A library in a JVM of its own, told line by line what to do. */
final class PeerContender implements Contender {
    /** What differs between libraries, seen from outside. */
    enum Library {
        DB_SCHEDULER(
                "db-scheduler",
                """
                SELECT EXISTS (
                    SELECT 1 FROM scheduled_tasks WHERE execution_time < now() + interval '1 day')
                """,
                """
                INSERT INTO scheduled_tasks (task_name, task_instance, task_data, execution_time,
                    picked, version, priority)
                SELECT task_name, task_instance || '-' || n, task_data,
                    execution_time + n * interval '1 second', picked, version, priority
                FROM scheduled_tasks, generate_series(1, %d) AS n
                WHERE task_instance = 'waiting-0'
                """,
                """
                UPDATE scheduled_tasks SET execution_time = now()
                WHERE execution_time < now() + interval '250 days'
                """),
        JOBRUNR(
                "JobRunr",
                """
                SELECT EXISTS (
                    SELECT 1 FROM jobrunr_jobs WHERE state IN ('ENQUEUED', 'PROCESSING')
                    UNION ALL
                    SELECT 1 FROM jobrunr_jobs
                    WHERE state = 'SCHEDULED' AND scheduledAt < now() + interval '1 day')
                """,
                """
                INSERT INTO jobrunr_jobs (id, version, jobAsJson, jobSignature, state, createdAt,
                    updatedAt, scheduledAt)
                SELECT gen_random_uuid(), version, jobAsJson, jobSignature, state, createdAt,
                    updatedAt, scheduledAt + n * interval '1 second'
                FROM jobrunr_jobs, generate_series(1, %d) AS n
                WHERE scheduledAt > now() + interval '250 days'
                """,
                """
                UPDATE jobrunr_jobs SET scheduledAt = now() - interval '1 day'
                WHERE scheduledAt < now() + interval '250 days'
                """),
        QUARTZ(
                "Quartz",
                """
                SELECT EXISTS (
                    SELECT 1 FROM qrtz_triggers
                    WHERE sched_name = 'bench' AND next_fire_time IS NULL
                    UNION ALL
                    SELECT 1 FROM qrtz_triggers
                    WHERE sched_name = 'bench' AND next_fire_time
                        < (1000 * extract(epoch FROM now() + interval '1 day'))::bigint)
                """,
                // Without looking up what the rows refer to, for each of them.
                """
                SET session_replication_role = replica;
                INSERT INTO qrtz_triggers (sched_name, trigger_name, trigger_group, job_name,
                    job_group, next_fire_time, prev_fire_time, priority, trigger_state,
                    trigger_type, start_time, end_time, misfire_instr, job_data)
                SELECT sched_name, trigger_name || '-' || n, trigger_group, job_name,
                    job_group, next_fire_time + n * 1000, prev_fire_time, priority, trigger_state,
                    trigger_type, start_time + n * 1000, end_time, misfire_instr, job_data
                FROM qrtz_triggers, generate_series(1, %1$d) AS n
                WHERE trigger_name = 'waiting-0';
                INSERT INTO qrtz_simple_triggers (sched_name, trigger_name, trigger_group,
                    repeat_count, repeat_interval, times_triggered)
                SELECT sched_name, trigger_name || '-' || n, trigger_group,
                    repeat_count, repeat_interval, times_triggered
                FROM qrtz_simple_triggers, generate_series(1, %1$d) AS n
                WHERE trigger_name = 'waiting-0'
                """,
                """
                UPDATE qrtz_triggers
                SET next_fire_time = 1000 * extract(epoch FROM now()),
                    start_time = 1000 * extract(epoch FROM now())
                WHERE next_fire_time < 1000 * extract(epoch FROM now() + interval '250 days')
                """);

        final String title;
        private final String pending;

        /** Makes so many of the timer that waits longest. */
        final String multiplied;

        /** Lets the others be due. */
        final String madeDue;

        Library(String title, String pending, String multiplied, String madeDue) {
            this.title = title;
            this.pending = pending;
            this.multiplied = multiplied;
            this.madeDue = madeDue;
        }

        static Library called(String title) {
            return Stream.of(values())
                    .filter(it -> it.title.equals(title))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(1);

    private final ScheduledExecutorService watchdog =
            Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
    private final Question pending;
    private final ChildJvm jvm;
    private final Writer commands;
    private final BufferedReader answers;

    private PeerContender(Library library, String url, ChildJvm jvm) {
        this.pending = new Question(url, library.pending);
        this.jvm = jvm;
        this.commands = jvm.process().outputWriter(StandardCharsets.UTF_8);
        this.answers = jvm.process().inputReader(StandardCharsets.UTF_8);
    }

    static PeerContender start(
            Library library,
            Path log,
            String node,
            String url,
            String receiver,
            Map<String, String> settings)
            throws IOException {
        var words = new ArrayList<>(List.of(library.title));
        settings.forEach((name, value) -> words.add(name + "=" + value));
        words.add("node=" + node);
        words.add("url=" + url);
        words.add("receiver=" + receiver);
        var jvm =
                ChildJvm.startTold(
                        log,
                        ChildJvm.heap(settings),
                        PeerMain.class.getName(),
                        words.toArray(String[]::new));
        var peer = new PeerContender(library, url, jvm);
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
    public Created create(String name, int count, int clients, int batch) throws IOException {
        var nanos = ask("create %s %d %d %d", name, count, clients, batch).split(" ");
        return new Created(
                count * 1e9 / Long.parseLong(nanos[0]), Long.parseLong(nanos[1]) / 1e6, 0);
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
    public ChildJvm jvm() {
        return jvm;
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
