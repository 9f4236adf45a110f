package dev.belfry.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A bulk job as the server showed it, and how far it had come.
 *
 * @param by how far a postponing job moves timers
 * @param reason why the job as a whole failed
 * @param failures the first timers that failed, and why
 * @param sample of a dry run, ids of the first timers that it would change
 */
public record BelfryBulkJob(
        String group,
        String id,
        Action action,
        boolean isDryRun,
        Optional<Duration> by,
        Status status,
        Optional<String> reason,
        Instant createdAt,
        Counts counts,
        List<String> failures,
        List<String> sample) {
    /** What is done with each timer. */
    public enum Action {
        DELETE,
        FIRE,
        POSTPONE,
        REDRIVE
    }

    /** Whether it goes on; a job that failed as a whole has a reason. */
    public enum Status {
        RUNNING,
        DONE,
        CANCELLED,
        FAILED
    }

    /**
     * Timers that were found so far, and what became of them.
     *
     * @param skipped those that were gone or otherwise when their turn came, and those that the
     *     action is not for
     * @param failed those that were refused three times
     */
    public record Counts(long matched, long done, long skipped, long failed) {}

    public boolean isOver() {
        return status != Status.RUNNING;
    }

    static BelfryBulkJob of(JsonObject json) {
        return new BelfryBulkJob(
                json.text("groupId"),
                json.text("jobId"),
                Action.valueOf(json.text("action").toUpperCase(Locale.ROOT)),
                json.flag("dryRun"),
                json.findText("by").map(text -> json.duration("by")),
                Status.valueOf(json.text("status")),
                json.findText("reason"),
                json.instant("createdAt"),
                new Counts(
                        number(json, "matched"),
                        number(json, "done"),
                        number(json, "skipped"),
                        number(json, "failed")),
                json.list("failures", String.class),
                json.list("sample", String.class));
    }

    private static long number(JsonObject json, String name) {
        return json.number(name).longValueExact();
    }
}
