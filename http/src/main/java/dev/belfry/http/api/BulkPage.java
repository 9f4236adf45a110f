package dev.belfry.http.api;

import dev.belfry.core.store.TimerFilter;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/** Reads the next page of a bulk job and changes its timers. Thread-safe. */
final class BulkPage {
    /** Changes at a time; a step is made every {@link BulkApi#STEP}, which bounds the pace. */
    private static final int TIMERS = 100;

    private static final int TRIES = 3;

    private final TimerStore store;
    private final Groups groups;
    private final Pages pages;
    private final Changes changes;

    /** The store serves the engine first: jobs read one page at a time, however many there are. */
    private final Semaphore reading = new Semaphore(1, true);

    /** Makes the change that a job asks for, by the way of a request for this timer alone. */
    interface Changes {
        CompletableFuture<BulkReply> make(BulkJob job, Timer timer);
    }

    BulkPage(TimerStore store, Groups groups, Pages pages, Changes changes) {
        this.store = store;
        this.groups = groups;
        this.pages = pages;
        this.changes = changes;
    }

    /** What becomes of the job after a page. */
    sealed interface Course {
        /** It goes on from a cursor; without one it is done. */
        record Onward(Optional<String> cursor) implements Course {}

        /** Not all was answered: the page is worked on once more, a little later. */
        record Again() implements Course {}

        /** It can never go on. */
        record Over(String reason) implements Course {}
    }

    /** What was done, and what follows. */
    record Work(BulkJob.Counts counts, List<String> notes, Course course) {}

    /** Blocks. */
    Work work(BulkJob job) {
        var filter = job.filter();
        var page = read(job, filter);
        var timers =
                page.entries().stream()
                        .flatMap(entry -> timer(entry).stream())
                        .filter(job::precedes)
                        .toList();
        var next = new Course.Onward(page.next().map(Cursor::of));
        var fit = timers.stream().filter(it -> isFit(job, it)).toList();
        int unfit = timers.size() - fit.size();
        return job.dryRun()
                ? new Work(
                        new BulkJob.Counts(timers.size(), 0, unfit, 0),
                        fit.stream().map(it -> it.key().id()).toList(),
                        next)
                : changed(job, filter, fit, unfit, next);
    }

    // ---- reading

    private Pages.Page read(BulkJob job, TimerFilter filter) {
        reading.acquireUninterruptibly();
        try {
            return job.action() == BulkJob.Action.REDRIVE
                    ? failed(job, filter)
                    : pending(job, filter);
        } finally {
            reading.release();
        }
    }

    private Pages.Page failed(BulkJob job, TimerFilter filter) {
        return pages.read(
                start(job, latest(job, filter)),
                TIMERS,
                new KeptPieces(store.lists(), groups.find(job.group()).group(), filter),
                KeptTimer::position,
                Entry.Kept::new,
                filter::matches);
    }

    private Pages.Page pending(BulkJob job, TimerFilter filter) {
        return pages.read(
                start(job, filter.times().fromInclusive()),
                TIMERS,
                ListsApi.pending(store.lists(), groups.find(job.group()).group(), filter),
                timer -> timer.position().next(),
                Entry.Pending::new,
                filter::matches);
    }

    /** What failed after the job was made is not its business. */
    private static Position latest(BulkJob job, TimerFilter filter) {
        var begin = Position.startOf(job.createdAt().plusMillis(1));
        var until = filter.times().untilExclusive();
        return until.isBefore(begin) ? until : begin;
    }

    private static Position start(BulkJob job, Position first) {
        return job.cursor().isEmpty() ? first : Cursor.parse(job.cursor());
    }

    private static Optional<Timer> timer(Entry entry) {
        return switch (entry) {
            case Entry.Absent() -> Optional.empty();
            case Entry.Pending(var timer) -> Optional.of(timer);
            case Entry.Kept(var kept) -> Optional.of(kept.timer());
        };
    }

    /** Single runs go with their timers, or one by one; a schedule says itself when it runs. */
    private static boolean isFit(BulkJob job, Timer timer) {
        return switch (job.action()) {
            case DELETE, FIRE, REDRIVE -> timer.key().run().isEmpty();
            case POSTPONE -> timer.recurrence().isEmpty();
        };
    }

    // ---- changing

    /** What has become of the timers of a page so far. Confined to its worker. */
    private static final class Tally {
        private final List<String> failures = new ArrayList<>();
        private Optional<String> obstacle = Optional.empty();
        private int done;
        private int skipped;
        private int unanswered;

        Tally(int skipped) {
            this.skipped = skipped;
        }

        Work work(Course.Onward next) {
            var counts =
                    new BulkJob.Counts(
                            done + skipped + failures.size(), done, skipped, failures.size());
            return obstacle.map(it -> new Work(counts, failures, new Course.Over(it)))
                    .orElseGet(() -> unanswered == 0 ? new Work(counts, failures, next) : again());
        }

        /** What was passed over or failed is met again, and counted then. */
        private Work again() {
            return new Work(new BulkJob.Counts(done, done, 0, 0), List.of(), new Course.Again());
        }
    }

    private Work changed(
            BulkJob job, TimerFilter filter, List<Timer> timers, int unfit, Course.Onward next) {
        var tally = new Tally(unfit);
        var left = timers;
        for (int turn = 1; turn <= TRIES && !left.isEmpty(); turn++) {
            var again = change(job, left, turn == TRIES, tally);
            left = again.stream().flatMap(it -> anew(job, filter, it).stream()).toList();
            tally.skipped += again.size() - left.size();
        }
        return tally.work(next);
    }

    /** Those that should be tried once more, of which there are none after the last try. */
    private List<Timer> change(BulkJob job, List<Timer> timers, boolean isLast, Tally tally) {
        var replies = timers.stream().map(it -> changes.make(job, it)).toList();
        var again = new ArrayList<Timer>();
        for (int i = 0; i < timers.size(); i++) {
            var reply = replies.get(i).join();
            if (reply.isDone()) {
                tally.done++;
            } else if (reply.isOfGroupThatIsGone()) {
                tally.obstacle = Optional.of(reply.text());
            } else if (reply.isPassedOver()) {
                tally.skipped++;
            } else if (reply.isUnanswered()) {
                tally.unanswered++;
            } else if (isLast) {
                tally.failures.add(timers.get(i).key().id() + ": " + reply.text());
            } else {
                again.add(timers.get(i));
            }
        }
        return again;
    }

    /** A timer that is another now, or of which nobody knows, if it still is one of them. */
    private Optional<Timer> anew(BulkJob job, TimerFilter filter, Timer former) {
        var shard = groups.find(job.group()).group().shardOf(former.key());
        return Optional.of(store.timers().find(shard, former.key()))
                .filter(filter::matches)
                .flatMap(BulkPage::timer)
                .filter(job::precedes);
    }
}
