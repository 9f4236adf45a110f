package dev.belfry.http.watch;

import dev.belfry.http.transport.Words;
import dev.belfry.http.watch.Notice.Severity;
import dev.belfry.node.Alarm;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The alarms of this node's engine, for as long as they may matter. An alarm is an event; what
 * people want to see is whether it still goes on. Thread-safe.
 */
public final class OwnNotices {
    /** What is repeated all the time while it lasts. */
    private static final Duration WHILE_IT_LASTS = Duration.ofSeconds(5);

    private static final Duration A_MINUTE = Duration.ofMinutes(1);
    private static final Duration A_WHILE = Duration.ofMinutes(10);

    /** What has to be looked into, by somebody who may be asleep. */
    private static final Duration A_DAY = Duration.ofDays(1);

    /** Clocks further apart than this keep a node from firing. */
    private static final Duration CLOCK_LIMIT = Duration.ofSeconds(1);

    /** One kind of alarm, from its first to its last. */
    private record Recent(Alarm alarm, Instant first, Instant last) {}

    /** How an alarm is shown, and for how long after its last. */
    private record Shown(Severity severity, String code, String text, Duration lasts) {}

    private final InstantSource clock;
    private final String self;
    private final Map<String, Recent> byKind = new ConcurrentHashMap<>();
    private final List<Standing> standing = new CopyOnWriteArrayList<>();

    public OwnNotices(String self, InstantSource clock) {
        this.self = self;
        this.clock = clock;
    }

    /** Something outside of the engine that is an alarm for as long as it has a text. */
    private static final class Standing {
        private final Severity severity;
        private final String code;
        private final Supplier<Optional<String>> text;
        private Instant since = Instant.EPOCH;

        Standing(Severity severity, String code, Supplier<Optional<String>> text) {
            this.severity = severity;
            this.code = code;
            this.text = text;
        }

        synchronized Optional<Notice> notice(Instant now) {
            var said = text.get();
            if (said.isEmpty()) {
                since = Instant.EPOCH;
            } else if (since.equals(Instant.EPOCH)) {
                since = now.truncatedTo(ChronoUnit.MILLIS);
            }
            return said.map(it -> Notice.of(severity, code, it, since));
        }
    }

    /** Shows an alarm whenever there is a text for it. */
    public void keepLookingAt(String code, Supplier<Optional<String>> text) {
        standing.add(new Standing(Severity.ERROR, code, text));
    }

    /** The same for what was chosen, and should not be forgotten. */
    public void remindOf(String code, Supplier<Optional<String>> text) {
        standing.add(new Standing(Severity.WARNING, code, text));
    }

    public void take(Alarm alarm) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        byKind.compute(
                kind(alarm),
                (_, former) ->
                        former == null || isOver(former, now)
                                ? new Recent(alarm, now, now)
                                : new Recent(alarm, former.first(), now));
    }

    private static String kind(Alarm alarm) {
        return alarm instanceof Alarm.NodeDead(var dead)
                ? "NodeDead " + dead.node()
                : alarm.getClass().getSimpleName();
    }

    private boolean isOver(Recent recent, Instant now) {
        return recent.last().plus(shown(recent.alarm()).lasts()).isBefore(now);
    }

    List<Notice> current() {
        var now = clock.instant();
        byKind.values().removeIf(recent -> isOver(recent, now));
        return Stream.concat(
                        byKind.values().stream().map(this::notice),
                        standing.stream()
                                .flatMap(it -> it.notice(now).stream())
                                .map(notice -> notice.ofNode(self)))
                .toList();
    }

    private Notice notice(Recent recent) {
        var shown = shown(recent.alarm());
        var notice = Notice.of(shown.severity(), shown.code(), shown.text(), recent.first());
        return about(recent.alarm(), notice);
    }

    private Notice about(Alarm alarm, Notice notice) {
        return switch (alarm) {
            case Alarm.CommitInDoubt(var shard) ->
                    notice.ofNode(self).ofGroup(shard.group().value()).ofShard(shard.index());
            case Alarm.LeaseLost(var shard) ->
                    notice.ofNode(self).ofGroup(shard.group().value()).ofShard(shard.index());
            case Alarm.SettlementRefused(var key, _) ->
                    notice.ofNode(self).ofGroup(key.group().value());
            case Alarm.SenderSilent(var key) -> notice.ofNode(self).ofGroup(key.group().value());
            case Alarm.RowUnattended(var key) -> notice.ofNode(self).ofGroup(key.group().value());
            case Alarm.NodeDead(var dead) -> notice.ofNode(dead.node().value());
            case Alarm.StoreFailing _,
                    Alarm.LoopSlow _,
                    Alarm.ClockJumped _,
                    Alarm.ClocksApart _,
                    Alarm.Evicted _,
                    Alarm.HistoryLost _ ->
                    notice.ofNode(self);
        };
    }

    private Shown shown(Alarm alarm) {
        return switch (alarm) {
            case Alarm.StoreFailing(var operation, var message) ->
                    new Shown(
                            Severity.ERROR,
                            "STORE_UNAVAILABLE",
                            "%s can not use the store (%s: %s)"
                                    .formatted(self, operation, firstLine(message)),
                            WHILE_IT_LASTS);
            case Alarm.CommitInDoubt(var shard) ->
                    new Shown(
                            Severity.WARNING,
                            "COMMIT_IN_DOUBT",
                            "a commit of shard %d of group %s got no answer; the shard was claimed again"
                                    .formatted(shard.index(), shard.group()),
                            A_MINUTE);
            case Alarm.LeaseLost(var shard) ->
                    new Shown(
                            Severity.INFO,
                            "SHARD_LOST",
                            "%s lost shard %d of group %s to another node"
                                    .formatted(self, shard.index(), shard.group()),
                            A_MINUTE);
            case Alarm.SettlementRefused(var key, var message) ->
                    new Shown(
                            Severity.ERROR,
                            "SETTLEMENT_REFUSED",
                            "the store does not take what came of timer %s of group %s (%s)"
                                    .formatted(key.id(), key.group(), firstLine(message)),
                            A_WHILE);
            case Alarm.SenderSilent(var key) ->
                    new Shown(
                            Severity.WARNING,
                            "SENDER_SILENT",
                            "an attempt of timer %s of group %s never ended and counts as failed"
                                    .formatted(key.id(), key.group()),
                            A_WHILE);
            case Alarm.RowUnattended(var key) ->
                    new Shown(
                            Severity.WARNING,
                            "TIMER_UNATTENDED",
                            "nobody worked on timer %s of group %s until the auditor found it"
                                    .formatted(key.id(), key.group()),
                            A_WHILE);
            case Alarm.LoopSlow(var waited) ->
                    new Shown(
                            Severity.WARNING,
                            "LOOP_SLOW",
                            "%s has a loop that took more than %s to answer"
                                    .formatted(self, words(waited)),
                            A_MINUTE);
            case Alarm.ClockJumped(var by) ->
                    new Shown(
                            Severity.WARNING,
                            "CLOCK_JUMPED",
                            "the clock of %s jumped by %s; firing was held up for a moment"
                                    .formatted(self, words(by)),
                            A_MINUTE);
            case Alarm.ClocksApart(var by) ->
                    new Shown(
                            by.abs().compareTo(CLOCK_LIMIT) > 0 ? Severity.ERROR : Severity.WARNING,
                            "CLOCK_OFF",
                            "the clocks of %s and of the store are %s apart%s"
                                    .formatted(
                                            self,
                                            words(by),
                                            by.abs().compareTo(CLOCK_LIMIT) > 0
                                                    ? "; the node does not fire"
                                                    : ""),
                            WHILE_IT_LASTS.multipliedBy(2));
            case Alarm.Evicted _ ->
                    new Shown(
                            Severity.ERROR,
                            "NODE_EVICTED",
                            "the others took %s for dead; it has started anew".formatted(self),
                            A_WHILE);
            case Alarm.HistoryLost(var since) ->
                    new Shown(
                            Severity.ERROR,
                            "HISTORY_LOST",
                            "the database is not what it was: a replica was promoted or a backup restored, and what was acknowledged since %s may be missing"
                                    .formatted(since),
                            A_DAY);
            case Alarm.NodeDead(var dead) ->
                    new Shown(
                            Severity.ERROR,
                            "NODE_GONE",
                            "%s fell silent; others have its shards now".formatted(dead.node()),
                            A_WHILE);
        };
    }

    private static String words(Duration duration) {
        return Words.of(duration.abs());
    }

    private static String firstLine(String message) {
        return Words.cut(message.lines().findFirst().orElse(""));
    }
}
