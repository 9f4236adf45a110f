package dev.belfry.bench.harness;

import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * Waits for something for as long as it gets on.
 *
 * @param silence without any progress, after which it is given up
 */
public record StallLimit(Duration silence) {
    public static final StallLimit USUAL = new StallLimit(Duration.ofSeconds(30));

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(5);

    /** Whether the end is reached. */
    public interface End {
        boolean isReached() throws Exception;
    }

    /** How far it is: any other number is progress. */
    public interface Progress {
        long now() throws Exception;
    }

    public void await(String what, End end, Progress progress) throws Exception {
        long last = progress.now();
        long since = System.nanoTime();
        while (!end.isReached()) {
            long now = progress.now();
            if (now != last) {
                last = now;
                since = System.nanoTime();
            } else if (System.nanoTime() - since >= silence.toNanos()) {
                throw new TimeoutException(
                        "%s: nothing happened for %d s, after %,d"
                                .formatted(what, silence.toSeconds(), last));
            }
            Thread.sleep(BETWEEN_LOOKS);
        }
    }
}
