package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import com.fasterxml.jackson.core.JsonParser;
import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Restore;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import dev.belfry.node.Outcome;
import dev.belfry.node.TimerChange;
import dev.belfry.operate.access.Role;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A batch whose items are lines of an export, to be put back as they were. Thread-safe. */
final class ImportedBatch implements BatchApi.Kind {
    /** Whether an item takes the place of another timer that has its id. */
    private static final String REPLACE = "replace";

    /** Whether nothing is changed, and only said what would be. */
    private static final String DRY_RUN = "dryRun";

    /** More than any clock runs ahead. */
    private static final Duration CLOCK_AHEAD = Duration.ofDays(1);

    private final Api.Parts parts;
    private final TargetChecks targets;

    ImportedBatch(Api.Parts parts, TargetChecks targets) {
        this.parts = parts;
        this.targets = targets;
    }

    @Override
    public String path() {
        return "/api/v1/timers/import";
    }

    @Override
    public Set<String> parameters() {
        return Set.of(REPLACE, DRY_RUN);
    }

    /** It can set what no other call can, such as attempts that were never made. */
    @Override
    public Role role() {
        return Role.ADMIN;
    }

    @Override
    public boolean isTerse() {
        return true;
    }

    @Override
    public void begin(Call call) {
        for (var name : List.of(REPLACE, DRY_RUN)) {
            call.trail().detail(name, Boolean.toString(call.query().flag(name, false)));
        }
    }

    @Override
    public TimerChange read(JsonParser parser, Call call) throws IOException {
        boolean replaces = call.query().flag(REPLACE, false);
        var entry = ImportedTimer.read(parser, call.body());
        var key = Restore.keyOf(entry);
        call.trail().about(key);
        call.requireGroup(key.group());
        requireFit(entry);
        return TimerChange.restore(parts.groups().find(key.group()).group(), entry, replaces);
    }

    /** What can fire again must be such as a create may ask for; the rest is history. */
    private void requireFit(Entry entry) {
        var timer =
                switch (entry) {
                    case Entry.Absent() -> throw new IllegalArgumentException("no timer");
                    case Entry.Pending(var pending) -> pending;
                    case Entry.Kept(var kept) -> kept.timer();
                };
        // The next owners of the shard make greater ones, and so would leave their clocks behind.
        require(
                timer.latest().madeAt().isBefore(parts.clock().instant().plus(CLOCK_AHEAD)),
                "revision",
                "or generation is of a time to come");
        var most = parts.configuration().limits().payload();
        require(
                timer.spec().payload().size() <= most.count(),
                "payload",
                "has %d bytes; at most %s are taken",
                timer.spec().payload().size(),
                most);
        if (entry instanceof Entry.Pending
                || (entry instanceof Entry.Kept(var kept) && kept.state() == TimerState.FAILED)) {
            targets.require(timer.key().group(), timer.spec().target());
        }
    }

    @Override
    public CompletableFuture<Outcome> make(TimerChange change, Call call) {
        return call.query().flag(DRY_RUN, false)
                ? parts.reads().read(() -> decided(change))
                : parts.owners().submit(change, call);
    }

    /** What would be decided now. Blocks. */
    private Outcome decided(TimerChange change) {
        var stamp = new Stamp(new Revision(0), parts.clock().instant());
        var before = parts.store().timers().find(change.shard(), change.key());
        var decision = change.mutation().apply(stamp).decide(before, Instants.EARLIEST);
        return new Outcome.Decided(decision, Outcome.AttemptHint.NONE);
    }

    @Override
    public Result result(TimerKey key, Outcome outcome) {
        return outcome instanceof Outcome.Decided(Decision(var verdict, _, _), _)
                        && verdict == Verdict.IDENTICAL
                ? new Result.Unchanged()
                : Result.of(key, outcome);
    }
}
