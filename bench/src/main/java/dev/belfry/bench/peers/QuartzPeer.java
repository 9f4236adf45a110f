package dev.belfry.bench.peers;

import static java.util.Objects.requireNonNull;
import static org.quartz.JobBuilder.newJob;
import static org.quartz.TriggerBuilder.newTrigger;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.quartz.JobDataMap;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.JobKey;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.impl.jdbcjobstore.PostgreSQLDelegate;

/** Quartz, clustered: one durable job with a trigger for each timer. */
final class QuartzPeer implements Peer {
    private static final String TABLES = "tables_postgres.sql";
    private static final JobKey KEY = JobKey.jobKey("callback");
    private static final String DATA = "job";

    private final Scheduler scheduler;

    /** Made by Quartz for each trigger. */
    public static final class CallbackJob implements org.quartz.Job {
        @Override
        public void execute(JobExecutionContext context) {
            requireNonNull((Job) context.getMergedJobDataMap().get(DATA)).run();
        }
    }

    QuartzPeer(PeerSettings settings) throws SchedulerException, SQLException, IOException {
        if (settings.first()) {
            try (var pool = settings.pool(1)) {
                PeerSettings.run(pool, tables());
            }
        }
        this.scheduler = new StdSchedulerFactory(properties(settings)).getScheduler();
        if (settings.first()) {
            scheduler.addJob(
                    newJob(CallbackJob.class).withIdentity(KEY).storeDurably().build(), true);
        }
        scheduler.start();
    }

    private static String tables() throws IOException {
        try (var script = PostgreSQLDelegate.class.getResourceAsStream(TABLES)) {
            if (script == null) {
                throw new IOException("Quartz brings no " + TABLES);
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Properties properties(PeerSettings settings) {
        var threads = Integer.toString(settings.number("threads", 20));
        var heartbeat = Long.toString(settings.heartbeat(Duration.ofMillis(7_500)).toMillis());
        var properties = new Properties();
        properties.putAll(
                Map.ofEntries(
                        Map.entry("org.quartz.scheduler.instanceName", "bench"),
                        Map.entry("org.quartz.scheduler.instanceId", settings.node()),
                        Map.entry("org.quartz.scheduler.batchTriggerAcquisitionMaxCount", "50"),
                        Map.entry("org.quartz.scheduler.idleWaitTime", "1000"),
                        Map.entry("org.quartz.threadPool.threadCount", threads),
                        Map.entry(
                                "org.quartz.jobStore.class",
                                "org.quartz.impl.jdbcjobstore.JobStoreTX"),
                        Map.entry(
                                "org.quartz.jobStore.driverDelegateClass",
                                PostgreSQLDelegate.class.getName()),
                        Map.entry("org.quartz.jobStore.dataSource", "bench"),
                        Map.entry("org.quartz.jobStore.isClustered", "true"),
                        Map.entry("org.quartz.jobStore.clusterCheckinInterval", heartbeat),
                        Map.entry("org.quartz.jobStore.acquireTriggersWithinLock", "true"),
                        Map.entry("org.quartz.jobStore.useEnhancedStatements", "true"),
                        Map.entry("org.quartz.jobStore.misfireThreshold", "3600000"),
                        Map.entry("org.quartz.dataSource.bench.provider", "hikaricp"),
                        Map.entry("org.quartz.dataSource.bench.driver", "org.postgresql.Driver"),
                        Map.entry("org.quartz.dataSource.bench.URL", settings.url()),
                        Map.entry("org.quartz.dataSource.bench.maxConnections", "24")));
        return properties;
    }

    @Override
    public void create(Job job) throws SchedulerException {
        scheduler.scheduleJob(trigger(job));
    }

    @Override
    public void createAll(List<Job> jobs) throws SchedulerException {
        JobDetail detail = scheduler.getJobDetail(KEY);
        Set<Trigger> triggers = jobs.stream().map(QuartzPeer::trigger).collect(Collectors.toSet());
        scheduler.scheduleJobs(Map.of(detail, triggers), true);
    }

    private static Trigger trigger(Job job) {
        return newTrigger()
                .forJob(KEY)
                .withIdentity(job.id())
                .usingJobData(new JobDataMap(Map.of(DATA, job)))
                .startAt(Date.from(job.executeAt()))
                .build();
    }

    @Override
    public void close() {
        try {
            scheduler.shutdown(true);
        } catch (SchedulerException e) {
            throw new IllegalStateException(e);
        }
    }
}
