package dev.belfry.core.timer;

/**
 * One attempt of one schedule; its settlement applies only to a row that still has exactly these.
 *
 * @param number counts from one: it is one more than the attempts finished before
 */
public record AttemptId(TimerUuid uuid, Generation generation, int number) {
    /** The attempt that is due next for a timer. */
    public static AttemptId nextOf(Timer timer) {
        return new AttemptId(timer.uuid(), timer.generation(), timer.attempts() + 1);
    }

    /** The id by which a receiver knows repeats of one schedule: new for every new schedule. */
    public String webhookId() {
        return uuid + "_" + generation;
    }
}
