package dev.belfry.http.peer;

/**
 * Which of the latest numbers of one sender have come; each is taken once. Numbers may overtake
 * each other, but one that lags behind the highest by more than the window is refused, come or not.
 * Thread-safe.
 */
final class SequenceWindow {
    /** As many as a busy sender uses in seconds. */
    static final int WIDTH = 1 << 16;

    private static final int BITS = 64;

    private final long[] come = new long[WIDTH / BITS];
    private long highest = -1;
    private long latestMillis;

    /** Whether a number comes for the first time. */
    synchronized boolean takes(long number, long nowMillis) {
        latestMillis = nowMillis;
        if (number < 0 || number <= highest - WIDTH) {
            return false;
        }
        forget(number);
        int slot = (int) (number % WIDTH);
        long bit = 1L << (slot % BITS);
        boolean isNew = (come[slot / BITS] & bit) == 0;
        come[slot / BITS] |= bit;
        return isNew;
    }

    /** The numbers between the highest one so far and a higher one have not come. */
    private void forget(long number) {
        for (long next = Math.max(highest + 1, number - WIDTH + 1); next <= number; next++) {
            int slot = (int) (next % WIDTH);
            come[slot / BITS] &= ~(1L << (slot % BITS));
        }
        highest = Math.max(highest, number);
    }

    synchronized boolean isSilentSince(long millis) {
        return latestMillis < millis;
    }
}
