package dev.belfry.http.api;

import dev.belfry.core.store.RecordKey;
import dev.belfry.core.store.RecordResult;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.store.StoredRecords;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works on the bulk jobs of the store, page by page. A job has one worker at a time, named in its
 * record, which changes with each page; a node takes a job over whose record has not changed for a
 * while by its own monotonic clock. Two that work on one job for a moment do no harm: no step does
 * more when it is done twice, and the record is written by conditional changes. Steps are made one
 * after the other; the pages of several jobs side by side, so that none waits for another's owner.
 */
final class BulkWorker {
    private static final Logger LOG = LoggerFactory.getLogger(BulkWorker.class);

    /** A page takes a few seconds at most when all is in order. */
    static final Duration SILENCE = Duration.ofSeconds(15);

    /** So long after its last sign of life nobody who knows the group can have the job. */
    static final Duration FORLORN = Duration.ofMinutes(1);

    static final Duration LOOK = Duration.ofSeconds(1);

    /** Clocks of nodes with shards differ by less: what is changed afterwards is seen as newer. */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Pages at a time, each with a few megabytes of timers; jobs beyond take turns. */
    private static final int MOST_PAGES = 8;

    private static final int RECORDS = 1_000;

    private final StoredRecords records;
    private final Groups groups;
    private final BulkPage page;
    private final Executor threads;
    private final Supplier<String> self;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final Set<RecordKey> unreadable = new HashSet<>();
    private Map<RecordKey, Sighting> sightings = Map.of();
    private long number = -1;
    private long lastLook;
    private boolean hasLooked;

    /** The jobs of this node whose turn it is not, and those of which a page is under way. */
    private final Set<RecordKey> waiting = new LinkedHashSet<>();

    private final Set<RecordKey> underWay = new HashSet<>();

    /** A job that is not over, and since when its record has been as it is. */
    private record Sighting(StoredRecord record, BulkJob job, long sinceNanos) {}

    BulkWorker(
            StoredRecords records,
            Groups groups,
            BulkPage page,
            Executor threads,
            Supplier<String> self,
            InstantSource clock,
            LongSupplier nanos) {
        this.records = records;
        this.groups = groups;
        this.page = page;
        this.threads = threads;
        this.self = self;
        this.clock = clock;
        this.nanos = nanos;
    }

    /**
     * Takes jobs that nobody works on, and begins the next page of each of its own. One that can
     * not go on is put aside until the next look. Blocks while it looks.
     */
    void step() {
        if (!hasLooked || nanos.getAsLong() - lastLook >= LOOK.toNanos()) {
            hasLooked = true;
            lastLook = nanos.getAsLong();
            look();
        }
        turns().forEach(key -> threads.execute(() -> finish(key, attempt(key))));
    }

    // ---- whose jobs there are

    private void look() {
        long latest = records.latest(BulkJob.KIND);
        if (latest != number) {
            sightings = sighted();
            number = latest;
        }
        sightings.values().forEach(this::consider);
    }

    private Map<RecordKey, Sighting> sighted() {
        var found = new HashMap<RecordKey, Sighting>();
        for (var record : all(records, "")) {
            var former = sightings.get(record.key());
            if (former != null && former.record().equals(record)) {
                found.put(record.key(), former);
            } else {
                sight(record, found);
            }
        }
        return found;
    }

    /** What a later version has written, or nobody should have, must not stop the other jobs. */
    private void sight(StoredRecord record, Map<RecordKey, Sighting> found) {
        try {
            var job = BulkJob.parse(record);
            if (job.state() == BulkJob.State.RUNNING) {
                found.put(record.key(), new Sighting(record, job, nanos.getAsLong()));
            }
        } catch (RuntimeException e) {
            if (unreadable.add(record.key())) {
                LOG.atWarn()
                        .addKeyValue("job", record.key())
                        .setCause(e)
                        .log("a bulk job can not be read");
            }
        }
    }

    /**
     * The records of jobs whose ids begin so, in order.
     *
     * @param prefix a group's id with a slash, or empty for all
     */
    static List<StoredRecord> all(StoredRecords records, String prefix) {
        var found = new ArrayList<StoredRecord>();
        var after = prefix;
        while (true) {
            var page = records.list(BulkJob.KIND, after, RECORDS);
            var fit = page.stream().filter(it -> it.key().id().startsWith(prefix)).toList();
            found.addAll(fit);
            if (fit.size() < RECORDS) {
                return found;
            }
            after = page.getLast().key().id();
        }
    }

    private void consider(Sighting seen) {
        var silence = Duration.ofNanos(nanos.getAsLong() - seen.sinceNanos());
        if (!groups.serves(seen.job().group())) {
            if (silence.compareTo(FORLORN) >= 0) {
                var over =
                        seen.job().failed("there is no group '%s'".formatted(seen.job().group()));
                var result = records.apply(seen.record().replacedBy(over.text()));
                LOG.atInfo().addKeyValue("job", over.key()).log("without a group: {}", result);
            }
        } else if (isFree(seen, silence)) {
            take(seen);
        }
    }

    private boolean isFree(Sighting seen, Duration silence) {
        var job = seen.job();
        boolean isDue = !clock.instant().isBefore(job.createdAt().plus(PATIENCE));
        boolean isSilent = silence.compareTo(SILENCE) >= 0;
        return isDue
                && !holds(job.key())
                && (job.worker().isEmpty() || isOfThisNode(job) || isSilent);
    }

    /** It was put aside, or belongs to a former life, which works on nothing any more. */
    private boolean isOfThisNode(BulkJob job) {
        int at = self.get().lastIndexOf('@');
        return at > 0 && job.worker().startsWith(self.get().substring(0, at + 1));
    }

    private void take(Sighting seen) {
        var taken = seen.job().takenBy(self.get());
        if (records.apply(seen.record().replacedBy(taken.text())) instanceof RecordResult.Changed) {
            hold(taken.key());
        }
    }

    // ---- turns

    /** Who has waited longest comes first, each with one page in a step. */
    private synchronized List<RecordKey> turns() {
        var turns = waiting.stream().limit(MOST_PAGES - underWay.size()).toList();
        turns.forEach(waiting::remove);
        underWay.addAll(turns);
        return turns;
    }

    private synchronized void finish(RecordKey key, boolean hasMore) {
        underWay.remove(key);
        if (hasMore) {
            waiting.add(key);
        }
    }

    private synchronized boolean holds(RecordKey key) {
        return waiting.contains(key) || underWay.contains(key);
    }

    private synchronized void hold(RecordKey key) {
        waiting.add(key);
    }

    // ---- pages

    /** Whether there is more to do at once. */
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

    private boolean advance(RecordKey key) {
        var record = records.find(key);
        var job = record.map(BulkJob::parse).filter(this::isOwn);
        return job.isPresent()
                && groups.serves(job.get().group())
                && write(record.orElseThrow(), job.get(), page.work(job.get()));
    }

    private boolean isOwn(BulkJob job) {
        return job.state() == BulkJob.State.RUNNING && job.worker().equals(self.get());
    }

    /** A job that was cancelled meanwhile still gets its counts. */
    private boolean write(StoredRecord record, BulkJob job, BulkPage.Work work) {
        var after = job.after(work);
        switch (records.apply(record.replacedBy(after.text()))) {
            case RecordResult.Changed _ -> {
                return after.state() == BulkJob.State.RUNNING
                        && work.course() instanceof BulkPage.Course.Onward;
            }
            case RecordResult.Conflict(var present) -> {
                present.ifPresent(it -> addTo(it, work));
                return false;
            }
        }
    }

    private void addTo(StoredRecord record, BulkPage.Work work) {
        var job = BulkJob.parse(record);
        if (job.state() == BulkJob.State.CANCELLED && job.worker().equals(self.get())) {
            var result = records.apply(record.replacedBy(job.after(work).text()));
            LOG.atDebug().addKeyValue("job", job.key()).log("cancelled: {}", result);
        }
    }
}
