package dev.belfry.bench.peers;

import java.util.stream.Stream;

/**
 * A scheduler that is a library, as it is seen from outside: its name, and what to ask and tell its
 * tables.
 */
public enum Library {
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

    public final String title;
    final String pending;

    /** Makes so many of the timer that waits longest. */
    public final String multiplied;

    /** Lets the others be due. */
    public final String madeDue;

    Library(String title, String pending, String multiplied, String madeDue) {
        this.title = title;
        this.pending = pending;
        this.multiplied = multiplied;
        this.madeDue = madeDue;
    }

    public static Library called(String title) {
        return Stream.of(values()).filter(it -> it.title.equals(title)).findFirst().orElseThrow();
    }
}
