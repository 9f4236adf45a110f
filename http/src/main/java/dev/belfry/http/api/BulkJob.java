package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.store.RecordKey;
import dev.belfry.core.store.RecordKind;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.store.TimerFilter;
import dev.belfry.core.timer.DurationText;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * One action on all timers of a group that a filter lets pass, and how far it has come. Immutable.
 *
 * @param query the filter, as the parameters of a list
 * @param caller who asked for it, in the words of nodes
 * @param worker the life of the node that works on it; empty if none does yet
 * @param cursor where the next page begins; empty to begin with
 * @param notes timers that would be changed, of a dry run; else the first that failed, and why
 * @param reason why it failed as a whole; else empty
 */
record BulkJob(
        GroupId group,
        String id,
        Action action,
        Duration by,
        boolean dryRun,
        Query query,
        String caller,
        Instant createdAt,
        State state,
        String worker,
        String cursor,
        Counts counts,
        List<String> notes,
        String reason) {
    static final RecordKind KIND = new RecordKind("bulk-job");
    static final List<String> FILTERS =
            List.of("state", "from", "until", "correlationId", "idPrefix", "host", "error");

    private static final int MOST_NOTES = 10;
    private static final int LONGEST_NOTE = 400;
    private static final String NOTE = "note";
    private static final String FILTER = "filter.";

    /** What is done with each timer. */
    enum Action {
        DELETE,
        FIRE,
        POSTPONE,
        REDRIVE;

        /** The states of the timers that it may be for. */
        Set<TimerState> states() {
            return this == REDRIVE ? Set.of(TimerState.FAILED) : Set.of(TimerState.SCHEDULED);
        }
    }

    /** Whether it goes on. */
    enum State {
        RUNNING,
        DONE,
        CANCELLED,
        /** It can never go on, for a reason. */
        FAILED
    }

    /** Timers that were found, and what became of them. */
    record Counts(long matched, long done, long skipped, long failed) {
        static final Counts NONE = new Counts(0, 0, 0, 0);

        Counts plus(Counts more) {
            return new Counts(
                    matched + more.matched,
                    done + more.done,
                    skipped + more.skipped,
                    failed + more.failed);
        }
    }

    BulkJob {
        notes = List.copyOf(notes);
        require(
                action != Action.POSTPONE || by.isPositive(),
                "by",
                "is missing: say how far to postpone, such as 1h");
        require(action == Action.POSTPONE || by.isZero(), "by", "is for postpone alone");
        var _ = filter(query, action.states());
    }

    /**
     * The filter that a query asks for, of which no value is empty: that of a variable which was
     * not set must not mean everything.
     */
    static TimerFilter filter(Query query, Set<TimerState> states) {
        query.parameters()
                .forEach((name, value) -> require(!value.isEmpty(), name, "must not be empty"));
        return FilterQuery.filter(query, states);
    }

    TimerFilter filter() {
        return filter(query, action.states());
    }

    /**
     * Whether a timer was as it is when the job was made. What came or was changed later is left
     * alone: so a job ends, and no timer is fired or postponed twice by it.
     */
    boolean precedes(Timer timer) {
        var since =
                action == Action.FIRE || action == Action.POSTPONE
                        ? timer.updatedAt()
                        : timer.createdAt();
        return !since.isAfter(createdAt);
    }

    BulkJob takenBy(String node) {
        return with(state, node, cursor, counts, notes, reason);
    }

    BulkJob cancelled() {
        return with(State.CANCELLED, worker, cursor, counts, notes, reason);
    }

    BulkJob failed(String why) {
        return with(State.FAILED, worker, cursor, counts, notes, why);
    }

    /** With what a page has come to; one that is over already only gets the counts. */
    BulkJob after(BulkPage.Work work) {
        var all = new ArrayList<>(notes);
        work.notes().stream().limit(MOST_NOTES - (long) notes.size()).forEach(all::add);
        var counted = with(state, worker, cursor, counts.plus(work.counts()), all, reason);
        return state == State.RUNNING ? counted.on(work.course()) : counted;
    }

    private BulkJob on(BulkPage.Course course) {
        return switch (course) {
            case BulkPage.Course.Onward(var next) ->
                    with(
                            next.isEmpty() ? State.DONE : state,
                            worker,
                            next.orElse(cursor),
                            counts,
                            notes,
                            reason);
            case BulkPage.Course.Again() -> this;
            case BulkPage.Course.Over(var why) -> failed(why);
        };
    }

    private BulkJob with(
            State itsState,
            String itsWorker,
            String itsCursor,
            Counts itsCounts,
            List<String> itsNotes,
            String itsReason) {
        return new BulkJob(
                group, id, action, by, dryRun, query, caller, createdAt, itsState, itsWorker,
                itsCursor, itsCounts, itsNotes, itsReason);
    }

    // ---- in the store

    static RecordKey key(GroupId group, String id) {
        return KIND.key(group.value() + "/" + id);
    }

    RecordKey key() {
        return key(group, id);
    }

    String text() {
        var words = new TreeMap<String, String>();
        words.put("action", action.name());
        words.put("by", DurationText.format(by));
        words.put("dryRun", Boolean.toString(dryRun));
        words.put("caller", caller);
        words.put("createdAt", Long.toString(createdAt.toEpochMilli()));
        words.put("state", state.name());
        words.put("worker", worker);
        words.put("cursor", cursor);
        words.put("matched", Long.toString(counts.matched()));
        words.put("done", Long.toString(counts.done()));
        words.put("skipped", Long.toString(counts.skipped()));
        words.put("failed", Long.toString(counts.failed()));
        words.put("reason", cut(reason));
        query.parameters().forEach((name, value) -> words.put(FILTER + name, value));
        for (int i = 0; i < notes.size(); i++) {
            words.put(NOTE + i, cut(notes.get(i)));
        }
        return new Query(words).text().substring(1);
    }

    private static String cut(String note) {
        return note.substring(0, Math.min(LONGEST_NOTE, note.length()));
    }

    static BulkJob parse(StoredRecord record) {
        var words = words(record.text());
        var name = record.key().id();
        int slash = name.indexOf('/');
        var filter = new HashMap<String, String>();
        FILTERS.stream()
                .filter(it -> words.containsKey(FILTER + it))
                .forEach(it -> filter.put(it, words.getOrDefault(FILTER + it, "")));
        boolean hadEmpty = filter.values().removeIf(String::isEmpty);
        var notes = new ArrayList<String>();
        for (int i = 0; words.containsKey(NOTE + i); i++) {
            notes.add(words.getOrDefault(NOTE + i, ""));
        }
        var job =
                new BulkJob(
                        new GroupId(name.substring(0, slash)),
                        name.substring(slash + 1),
                        Action.valueOf(words.getOrDefault("action", "")),
                        DurationText.parse(words.getOrDefault("by", ""), "by"),
                        Boolean.parseBoolean(words.getOrDefault("dryRun", "")),
                        new Query(filter),
                        words.getOrDefault("caller", ""),
                        Instant.ofEpochMilli(number(words, "createdAt")),
                        State.valueOf(words.getOrDefault("state", "")),
                        words.getOrDefault("worker", ""),
                        words.getOrDefault("cursor", ""),
                        new Counts(
                                number(words, "matched"),
                                number(words, "done"),
                                number(words, "skipped"),
                                number(words, "failed")),
                        notes,
                        words.getOrDefault("reason", ""));
        return hadEmpty ? job.stopped() : job;
    }

    /** The same without going on: what its empty filter was to mean nobody knows. */
    private BulkJob stopped() {
        return state == State.RUNNING ? failed("a value of its filter is empty") : this;
    }

    private static Map<String, String> words(String text) {
        var words = new HashMap<String, String>();
        for (var part : text.split("&", -1)) {
            int equals = part.indexOf('=');
            words.put(
                    part.substring(0, equals),
                    PercentText.decode(part.substring(equals + 1), "bulk", true));
        }
        return words;
    }

    private static long number(Map<String, String> words, String name) {
        return Long.parseLong(words.getOrDefault(name, "0"));
    }

    // ---- in answers

    void write(JsonBytes json) throws IOException {
        json.text("jobId", id)
                .text("groupId", group)
                .text("action", action.name().toLowerCase(Locale.ROOT))
                .flag("dryRun", dryRun)
                .text("by", Optional.of(by).filter(Duration::isPositive).map(DurationText::format))
                .object(
                        "filter",
                        it -> {
                            for (var name : FILTERS) {
                                it.text(name, query.text(name));
                            }
                        })
                .text("status", state)
                .text("reason", Optional.of(reason).filter(it -> !it.isEmpty()))
                .at("createdAt", createdAt)
                .number("matched", counts.matched())
                .number("done", counts.done())
                .number("skipped", counts.skipped())
                .number("failed", counts.failed())
                .texts(dryRun ? "sample" : "failures", notes);
    }
}
