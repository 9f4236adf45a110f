package dev.belfry.http.api;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.GroupLists;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Looks through groups for the timers of a correlation id: of each group the pending ones, then the
 * kept ones. Immutable.
 *
 * @param groups in order of their ids
 */
record CorrelationLookup(GroupLists lists, Pages pages, List<Group> groups, String correlationId) {
    private static final String PENDING = "p";
    private static final String KEPT = "k";

    /**
     * Groups that one page looks through: a caller of thousands must not make thousands of reads.
     */
    static final int MOST_GROUPS = 500;

    /** Some timers, and where the look goes on. */
    record Page(List<Entry> entries, Optional<String> nextCursor) {}

    /**
     * Where the look goes on.
     *
     * @param stage two for each group: its pending timers, and its kept ones
     * @param position in the list of that stage; its beginning if there is none
     */
    record Spot(int stage, Optional<Position> position) {
        Spot next() {
            return new Spot(stage + 1, Optional.empty());
        }

        boolean isKept() {
            return stage % 2 == 1;
        }
    }

    Spot start() {
        return new Spot(0, Optional.empty());
    }

    Page read(Spot start, int limit) {
        var entries = new ArrayList<Entry>();
        long bytes = 0;
        var spot = start;
        int end = Math.min(2 * groups.size(), start.stage() + 2 * MOST_GROUPS);
        while (spot.stage() < end && entries.size() < limit && bytes < Pages.FULL_PAGE_BYTES) {
            var page = readStage(spot, limit - entries.size());
            entries.addAll(page.entries());
            bytes += page.entries().stream().mapToLong(TimerJson::sizeBytes).sum();
            if (page.next().isPresent()) {
                return new Page(entries, Optional.of(text(new Spot(spot.stage(), page.next()))));
            }
            spot = spot.next();
        }
        return new Page(
                entries,
                spot.stage() < 2 * groups.size() ? Optional.of(text(spot)) : Optional.empty());
    }

    private Pages.Page readStage(Spot spot, int limit) {
        var group = groups.get(spot.stage() / 2);
        return spot.isKept()
                ? pages.read(
                        spot.position().orElse(Position.END),
                        limit,
                        (before, rows) -> lists.keptCorrelated(group, correlationId, before, rows),
                        KeptTimer::position,
                        Entry.Kept::new)
                : pages.read(
                        spot.position().orElse(Position.START),
                        limit,
                        (from, rows) -> lists.correlated(group, correlationId, from, rows),
                        timer -> timer.position().next(),
                        Entry.Pending::new);
    }

    /** By the group's name: other groups may be there when the look goes on. */
    private String text(Spot spot) {
        var text =
                "%s %s %s"
                        .formatted(
                                groups.get(spot.stage() / 2).id(),
                                spot.isKept() ? KEPT : PENDING,
                                spot.position().map(Cursor::of).orElse(""));
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    Spot parse(String cursor) {
        var parts = decoded(cursor).split(" ", -1);
        if (parts.length != 3 || !List.of(PENDING, KEPT).contains(parts[1])) {
            throw unknown();
        }
        var position = Optional.of(parts[2]).filter(text -> !text.isEmpty()).map(Cursor::parse);
        int group = firstFrom(parts[0]);
        boolean isThere = group < groups.size() && groups.get(group).id().value().equals(parts[0]);
        return isThere
                ? new Spot(2 * group + (parts[1].equals(KEPT) ? 1 : 0), position)
                : new Spot(2 * group, Optional.empty());
    }

    /** Where a group is, or the next one if it is gone. */
    private int firstFrom(String id) {
        return (int) groups.stream().takeWhile(it -> it.id().value().compareTo(id) < 0).count();
    }

    private static String decoded(String cursor) {
        try {
            return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw unknown();
        }
    }

    private static InvalidValueException unknown() {
        return new InvalidValueException("cursor", "is not one that a list gave");
    }
}
