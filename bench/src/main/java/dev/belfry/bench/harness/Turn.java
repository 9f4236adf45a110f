package dev.belfry.bench.harness;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Queue;

/**
 * One contender does its works one after the other. After a failure it starts anew for those that
 * are left, because nobody knows what the failed one left behind.
 */
public record Turn(Notes notes, Starter starter) {
    /** In a row; a contender that does not start does none of its works. */
    private static final int STARTS = 2;

    /** Gives a contender that is ready to be measured. */
    public interface Starter {
        ContenderProcess start() throws Exception;
    }

    public void run(Collection<Workload> works) throws InterruptedException {
        var left = new ArrayDeque<>(works);
        while (!left.isEmpty()) {
            live(left);
        }
    }

    private void live(Queue<Workload> left) throws InterruptedException {
        try (var process = start()) {
            while (!left.isEmpty()) {
                var work = left.remove();
                if (!notes.attempt(work.title(), work.variant().title(), () -> work.run(process))) {
                    process.kill();
                    return;
                }
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            left.forEach(work -> notes.fail(work.title(), work.variant().title(), e));
            left.clear();
        }
    }

    private ContenderProcess start() throws Exception {
        for (int left = STARTS; ; left--) {
            try {
                return starter.start();
            } catch (Exception e) {
                if (left == 1 || e instanceof InterruptedException) {
                    throw e;
                }
                notes.say("it did not start: %s", e);
            }
        }
    }
}
