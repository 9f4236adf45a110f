package dev.belfry.http.api;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The timers that a batch found in its way. A small batch can meet a thousand large ones, and all
 * would be held for its answer; beyond a size they are named and not shown. Thread-safe.
 */
final class Conflicts {
    private final long mostBytes;
    private final AtomicLong bytes = new AtomicLong();

    Conflicts(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    Result withinMemory(Result result) {
        return result instanceof Result.Refused(var problem)
                        && bytes.addAndGet(TimerJson.sizeBytes(problem.existing())) > mostBytes
                ? new Result.Refused(notShown(problem))
                : result;
    }

    private static Problem notShown(Problem problem) {
        return Problem.of(
                        problem.code(), "the timers that are there are too many bytes to be shown")
                .field("timerId");
    }
}
