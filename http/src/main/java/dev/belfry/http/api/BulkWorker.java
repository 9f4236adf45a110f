package dev.belfry.http.api;

import dev.belfry.core.store.RecordKey;
import dev.belfry.core.store.RecordResult;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.store.StoredRecords;
import dev.belfry.core.store.TimerFilter;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works on the bulk jobs of the store, page by page. A job has one worker at a time, named in its
 * record, which changes with each page; a node takes a job over whose record has not changed for a
 * while by its own monotonic clock. Two that work on one job for a moment do no harm: no step does
 * more when it is done twice, and the record is written by conditional changes. Steps are made one
 * after the other.
 */
final class BulkWorker {
    private static final Logger LOG = LoggerFactory.getLogger(BulkWorker.class);

    /** Changes at a time; a step is made every {@link BulkApi#STEP}, which bounds the pace. */
    private static final int PAGE = 100;

    /** A page takes a few seconds at most when all is in order. */
    static final Duration SILENCE = Duration.ofSeconds(15);

    private static final Duration LOOK = Duration.ofSeconds(1);

    /** Clocks of nodes with shards differ by less: what is changed afterwards is seen as newer. */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final int TRIES = 3;
    private static final int RECORDS = 1_000;

    private final TimerStore store;
    private final Groups groups;
    private final Pages pages;
    private final Changes changes;
    private final Supplier<String> self;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final Map<RecordKey, Sighting> sightings = new HashMap<>();
    private final Set<RecordKey> own = new LinkedHashSet<>();
    private long lastLook;
    private boolean hasLooked;

    /** Makes the change that a job asks for, by the way of a request for this timer alone. */
    interface Changes {
        /** The status and the text of the answer. */
        CompletableFuture<Map.Entry<Integer, String>> make(BulkJob job, Timer timer);
    }

    /** A revision of a record, and since when it has been seen. */
    private record Sighting(long revision, long sinceNanos) {}

    BulkWorker(
            TimerStore store,
            Groups groups,
            Pages pages,
            Changes changes,
            Supplier<String> self,
            InstantSource clock,
            LongSupplier nanos) {
        this.store = store;
        this.groups = groups;
        this.pages = pages;
        this.changes = changes;
        this.self = self;
        this.clock = clock;
        this.nanos = nanos;
    }

    /**
     * Takes jobs that nobody works on, and brings each of its own a page further. One that can not
     * go on is put aside until the next look. Blocks.
     */
    void step() {
        if (!hasLooked || nanos.getAsLong() - lastLook >= LOOK.toNanos()) {
            hasLooked = true;
            lastLook = nanos.getAsLong();
            look();
        }
        own.removeIf(key -> !attempt(key));
    }

    /** A job with a mistake must not stop the others. */
    private boolean attempt(RecordKey key) {
        try {
            return advance(key);
        } catch (StoreException e) {
            LOG.atDebug().addKeyValue("job", key).setCause(e).log("a bulk job waits for the store");
        } catch (RuntimeException e) {
            LOG.atWarn().addKeyValue("job", key).setCause(e).log("a bulk job can not go on");
        }
        return false;
    }

    private StoredRecords records() {
        return store.records();
    }

    private void look() {
        for (var record : all(records())) {
            var job = BulkJob.parse(record);
            if (job.state() != BulkJob.State.RUNNING) {
                sightings.remove(record.key());
            } else if (isKnown(job) && isFree(record, job)) {
                take(record, job);
            }
        }
    }

    static List<StoredRecord> all(StoredRecords records) {
        var found = new ArrayList<StoredRecord>();
        List<StoredRecord> page;
        do {
            page =
                    records.list(
                            BulkJob.KIND,
                            found.isEmpty() ? "" : found.getLast().key().id(),
                            RECORDS);
            found.addAll(page);
        } while (page.size() == RECORDS);
        return found;
    }

    private boolean isKnown(BulkJob job) {
        return groups.toList().stream().anyMatch(it -> it.id().equals(job.group()));
    }

    private boolean isFree(StoredRecord record, BulkJob job) {
        var seen = sightings.get(record.key());
        if (seen == null || seen.revision() != record.revision()) {
            seen = new Sighting(record.revision(), nanos.getAsLong());
            sightings.put(record.key(), seen);
        }
        boolean isOwn = own.contains(record.key());
        boolean isDue = !clock.instant().isBefore(job.createdAt().plus(PATIENCE));
        boolean isSilent = nanos.getAsLong() - seen.sinceNanos() >= SILENCE.toNanos();
        return isDue && !isOwn && (job.worker().isEmpty() || isOfThisNode(job) || isSilent);
    }

    /** It was put aside, or belongs to a former life, which works on nothing any more. */
    private boolean isOfThisNode(BulkJob job) {
        int at = self.get().lastIndexOf('@');
        return at > 0 && job.worker().startsWith(self.get().substring(0, at + 1));
    }

    private void take(StoredRecord record, BulkJob job) {
        var taken = job.takenBy(self.get());
        if (records().apply(record.replacedBy(taken.text())) instanceof RecordResult.Changed) {
            own.add(record.key());
        }
    }

    /** Whether there is more to do. */
    private boolean advance(RecordKey key) {
        var record = records().find(key);
        var job = record.map(BulkJob::parse).filter(this::isOwn);
        return job.isPresent() && advance(record.orElseThrow(), job.get());
    }

    private boolean isOwn(BulkJob job) {
        return job.state() == BulkJob.State.RUNNING && job.worker().equals(self.get());
    }

    private boolean advance(StoredRecord record, BulkJob job) {
        var group = groups.find(job.group()).group();
        var filter = job.filter();
        var page =
                job.action() == BulkJob.Action.REDRIVE
                        ? pages.read(
                                start(job, latest(job, filter)),
                                PAGE,
                                new KeptPieces(store.lists(), group, filter),
                                KeptTimer::position,
                                Entry.Kept::new,
                                filter::matches)
                        : pages.read(
                                start(job, filter.times().fromInclusive()),
                                PAGE,
                                ListsApi.pending(store.lists(), group, filter),
                                timer -> timer.position().next(),
                                Entry.Pending::new,
                                filter::matches);
        var timers =
                page.entries().stream()
                        .flatMap(entry -> timer(entry).stream())
                        .filter(job::precedes)
                        .toList();
        var work = work(job, filter, timers);
        var next = work.complete() ? page.next().map(Cursor::of) : Optional.of(job.cursor());
        return write(record, job, work, next) && work.complete();
    }

    /** What failed after the job was made is not its business. */
    private static Position latest(BulkJob job, TimerFilter filter) {
        var begin = Position.startOf(job.createdAt());
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

    /**
     * What became of a page.
     *
     * @param complete whether all of it was answered; else it must be worked on once more
     */
    private record Work(BulkJob.Counts counts, List<String> notes, boolean complete) {}

    private Work work(BulkJob job, TimerFilter filter, List<Timer> timers) {
        if (job.dryRun()) {
            return new Work(
                    new BulkJob.Counts(timers.size(), 0, 0, 0),
                    timers.stream().map(it -> it.key().id()).toList(),
                    true);
        }
        var left = timers.stream().filter(it -> isFit(job, it)).toList();
        int skipped = timers.size() - left.size();
        int done = 0;
        int unanswered = 0;
        var notes = new ArrayList<String>();
        for (int turn = 1; turn <= TRIES && !left.isEmpty(); turn++) {
            var answers = left.stream().map(it -> changes.make(job, it)).toList();
            var again = new ArrayList<Timer>();
            for (int i = 0; i < left.size(); i++) {
                var answer = answers.get(i).join();
                int status = answer.getKey();
                if (status < 300) {
                    done++;
                } else if (status == 404 || status == 409) {
                    skipped++;
                } else if (turn == TRIES && status >= 500) {
                    unanswered++;
                } else if (turn == TRIES) {
                    notes.add(left.get(i).key().id() + ": " + answer.getValue());
                } else {
                    again.add(left.get(i));
                }
            }
            var present = again.stream().flatMap(it -> anew(job, filter, it).stream()).toList();
            skipped += again.size() - present.size();
            left = present;
        }
        int matched = timers.size() - unanswered;
        var counts = new BulkJob.Counts(matched, done, skipped, notes.size());
        return new Work(counts, notes, unanswered == 0);
    }

    /** Single runs of schedules can only be deleted, and a schedule says itself when it runs. */
    private static boolean isFit(BulkJob job, Timer timer) {
        return switch (job.action()) {
            case DELETE, FIRE -> timer.key().run().isEmpty();
            case REDRIVE -> timer.key().run().isEmpty();
            case POSTPONE -> timer.recurrence().isEmpty();
        };
    }

    /** A timer that is another now, or of which nobody knows, if it still is one of them. */
    private Optional<Timer> anew(BulkJob job, TimerFilter filter, Timer former) {
        var shard = groups.find(job.group()).group().shardOf(former.key());
        return Optional.of(store.timers().find(shard, former.key()))
                .filter(filter::matches)
                .flatMap(BulkWorker::timer)
                .filter(job::precedes);
    }

    /** A job that was cancelled meanwhile still gets its counts. */
    private boolean write(StoredRecord record, BulkJob job, Work work, Optional<String> next) {
        var after = job.advanced(next, work.counts(), work.notes());
        switch (records().apply(record.replacedBy(after.text()))) {
            case RecordResult.Changed _ -> {
                return after.state() == BulkJob.State.RUNNING;
            }
            case RecordResult.Conflict(var present) -> {
                present.ifPresent(it -> addTo(it, work, next));
                return false;
            }
        }
    }

    private void addTo(StoredRecord record, Work work, Optional<String> next) {
        var job = BulkJob.parse(record);
        if (job.state() == BulkJob.State.CANCELLED && job.worker().equals(self.get())) {
            var after = job.advanced(next, work.counts(), work.notes());
            var result = records().apply(record.replacedBy(after.text()));
            LOG.atDebug().addKeyValue("job", job.key()).log("cancelled: {}", result);
        }
    }
}
