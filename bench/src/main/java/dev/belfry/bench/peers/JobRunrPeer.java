package dev.belfry.bench.peers;

import static org.jobrunr.server.BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration;

import com.zaxxer.hikari.HikariDataSource;
import java.util.List;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.scheduling.JobBuilder;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;

/** JobRunr, with the shortest poll that it allows and without its dashboard. */
final class JobRunrPeer implements Peer {
    private static final int SHORTEST_POLL_SECONDS = 5;

    private final HikariDataSource pool;
    private final JobRequestScheduler scheduler;

    /** A job as JobRunr stores it: as JSON, with the class that runs it. */
    public record CallbackRequest(Job job) implements JobRequest {
        @Override
        public Class<CallbackHandler> getJobRequestHandler() {
            return CallbackHandler.class;
        }
    }

    /** Made by JobRunr for each job. */
    public static final class CallbackHandler implements JobRequestHandler<CallbackRequest> {
        @Override
        public void run(CallbackRequest request) {
            request.job().run();
        }
    }

    JobRunrPeer(PeerSettings settings) {
        this.pool = settings.pool(24);
        this.scheduler =
                JobRunr.configure()
                        .useStorageProvider(new PostgresStorageProvider(pool))
                        .useBackgroundJobServer(
                                usingStandardBackgroundJobServerConfiguration()
                                        .andName(settings.node())
                                        .andPollIntervalInSeconds(SHORTEST_POLL_SECONDS)
                                        .andWorkerCount(settings.number("threads", 40)))
                        .initialize()
                        .getJobRequestScheduler();
    }

    @Override
    public void create(Job job) {
        scheduler.schedule(job.executeAt(), new CallbackRequest(job));
    }

    @Override
    public void createAll(List<Job> jobs) {
        scheduler.create(
                jobs.stream()
                        .map(
                                job ->
                                        JobBuilder.aJob()
                                                .scheduleAt(job.executeAt())
                                                .withJobRequest(new CallbackRequest(job))));
    }

    @Override
    public void close() {
        JobRunr.destroy();
        pool.close();
    }
}
