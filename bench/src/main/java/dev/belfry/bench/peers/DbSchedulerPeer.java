package dev.belfry.bench.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** db-scheduler, polling by lock and fetch. */
final class DbSchedulerPeer implements Peer {
    /** Of its documentation for PostgreSQL. */
    private static final String TABLES =
            """
            CREATE TABLE IF NOT EXISTS scheduled_tasks (
                task_name TEXT NOT NULL,
                task_instance TEXT NOT NULL,
                task_data BYTEA,
                execution_time TIMESTAMP WITH TIME ZONE NOT NULL,
                picked BOOLEAN NOT NULL,
                picked_by TEXT,
                last_success TIMESTAMP WITH TIME ZONE,
                last_failure TIMESTAMP WITH TIME ZONE,
                consecutive_failures INT,
                last_heartbeat TIMESTAMP WITH TIME ZONE,
                version BIGINT NOT NULL,
                priority SMALLINT,
                PRIMARY KEY (task_name, task_instance));
            CREATE INDEX IF NOT EXISTS execution_time_idx ON scheduled_tasks (execution_time);
            CREATE INDEX IF NOT EXISTS last_heartbeat_idx ON scheduled_tasks (last_heartbeat);
            """;

    private final HikariDataSource pool;
    private final OneTimeTask<Job> task =
            Tasks.oneTime("callback", Job.class).execute((instance, _) -> instance.getData().run());
    private final Scheduler scheduler;

    DbSchedulerPeer(PeerSettings settings) throws SQLException {
        int threads = settings.number("threads", 50);
        this.pool = settings.pool(settings.number("pool", threads + 4));
        PeerSettings.run(pool, TABLES);
        this.scheduler =
                Scheduler.create(pool, task)
                        .schedulerName(new SchedulerName.Fixed(settings.node()))
                        .threads(threads)
                        .pollUsingLockAndFetch(
                                settings.fraction("lower", 4.0), settings.fraction("upper", 20.0))
                        .pollingInterval(Duration.ofMillis(settings.number("poll", 200)))
                        .heartbeatInterval(settings.heartbeat(Duration.ofMinutes(5)))
                        .build();
        scheduler.start();
    }

    @Override
    public void create(Job job) {
        scheduler.schedule(instance(job));
    }

    @Override
    public void createAll(List<Job> jobs) {
        scheduler.scheduleBatch(jobs.stream().<SchedulableInstance<?>>map(this::instance).toList());
    }

    private SchedulableInstance<Job> instance(Job job) {
        return SchedulableInstance.of(task.instance(job.id(), job), job.executeAt());
    }

    @Override
    public void close() {
        scheduler.stop();
        pool.close();
    }
}
