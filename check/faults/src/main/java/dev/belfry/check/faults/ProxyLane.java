package dev.belfry.check.faults;

import java.time.Duration;

/**
 * What becomes of bytes that go one way, on all connections of a proxy: its faults, and how many
 * bytes there were. Thread-safe.
 */
final class ProxyLane {
    private static final long NEVER = Long.MAX_VALUE;

    private Flow flow = Flow.PASS;
    private Duration delay = Duration.ZERO;
    private long cutAfter = NEVER;
    private long passed;
    private int hanging;

    private enum Flow {
        PASS,
        HANG,
        SWALLOW
    }

    /** What to do with bytes that have arrived. */
    sealed interface Verdict {
        /** They go on. */
        record Pass() implements Verdict {}

        /** They are lost. */
        record Swallow() implements Verdict {}

        /** So many of them go on, and then all connections are cut. */
        record Cut(int first) implements Verdict {}
    }

    synchronized void hang() {
        flow = Flow.HANG;
    }

    synchronized void swallow() {
        flow = Flow.SWALLOW;
        notifyAll();
    }

    synchronized void delay(Duration each) {
        delay = each;
    }

    synchronized void cutAfter(long bytes) {
        cutAfter = bytes;
    }

    synchronized void pass() {
        flow = Flow.PASS;
        delay = Duration.ZERO;
        cutAfter = NEVER;
        notifyAll();
    }

    synchronized long passed() {
        return passed;
    }

    /** How many connections have bytes that wait. */
    synchronized int hanging() {
        return hanging;
    }

    /** Whether a cut is still to come. */
    synchronized boolean isArmed() {
        return cutAfter != NEVER;
    }

    /** Takes bytes that have arrived; waits as long as they hang. */
    Verdict arrived(int bytes) throws InterruptedException {
        Thread.sleep(delay());
        return released(bytes);
    }

    private synchronized Duration delay() {
        return delay;
    }

    private synchronized Verdict released(int bytes) throws InterruptedException {
        hanging++;
        while (flow == Flow.HANG) {
            wait();
        }
        hanging--;
        if (flow == Flow.SWALLOW) {
            return new Verdict.Swallow();
        }
        return cutAfter == NEVER ? passing(bytes) : counting(bytes);
    }

    private Verdict passing(int bytes) {
        passed += bytes;
        return new Verdict.Pass();
    }

    private Verdict counting(int bytes) {
        if (bytes < cutAfter) {
            cutAfter -= bytes;
            return passing(bytes);
        }
        int first = (int) cutAfter;
        cutAfter = NEVER;
        passed += first;
        return new Verdict.Cut(first);
    }
}
