package dev.belfry.http.api;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.store.StoredGroup;
import dev.belfry.core.timer.GroupId;
import dev.belfry.operate.access.Caller;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** The groups there are, as this node last saw them: an immutable map at a time. Thread-safe. */
public final class Groups {
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** A group that is not known and was last changed by then is gone. */
    private long completeAsOf = -1;

    private volatile Snapshot snapshot = new Snapshot(Collections.emptyNavigableMap(), 0);

    /**
     * What is known at a time.
     *
     * @param version another one for each snapshot
     */
    private record Snapshot(NavigableMap<String, StoredGroup> byId, long version) {
        Snapshot followedBy(NavigableMap<String, StoredGroup> next) {
            return new Snapshot(next, version + 1);
        }
    }

    /** The settings of a group that takes timers. */
    public GroupDefinition find(GroupId id) {
        var found = stored(id).orElseThrow(() -> missing(id));
        if (found.phase().isDeleting()) {
            throw deleting(id);
        }
        return found.definition();
    }

    /** The same for a new timer, which may make the group. */
    GroupDefinition findForNew(GroupId id) {
        if (stored(id).isEmpty()) {
            throw new ProblemException(noGroup(id), Optional.of(id));
        }
        return find(id);
    }

    /** What a new timer has when it does not say, also if its group is not there yet. */
    GroupDefinition defaults(GroupId id) {
        return stored(id).isEmpty() ? GroupDefinition.usual(id) : find(id);
    }

    static ProblemException missing(GroupId id) {
        return noGroup(id).raised();
    }

    private static Problem noGroup(GroupId id) {
        return Problem.of(Code.GROUP_NOT_FOUND, "there is no group '%s'".formatted(id))
                .field("groupId");
    }

    static ProblemException deleting(GroupId id) {
        return Problem.of(
                        Code.GROUP_DELETING,
                        "group '%s' is being deleted and takes nothing any more".formatted(id))
                .field("groupId")
                .raised();
    }

    /** A group as it was last seen, also one that is being deleted. */
    Optional<StoredGroup> stored(GroupId id) {
        return Optional.ofNullable(snapshot.byId().get(id.value()));
    }

    /** Those that take timers. */
    List<GroupDefinition> visibleTo(Caller caller) {
        return serving()
                .map(StoredGroup::definition)
                .filter(it -> caller.maySee(it.id().value()))
                .toList();
    }

    /**
     * All whose ids begin so, in order of their ids.
     *
     * @param afterId exclusive; empty to begin with
     */
    Stream<StoredGroup> startingWith(String prefix, String afterId) {
        var byId = snapshot.byId();
        var rest =
                afterId.compareTo(prefix) < 0
                        ? byId.tailMap(prefix, true)
                        : byId.tailMap(afterId, false);
        return rest.values().stream().takeWhile(it -> it.id().value().startsWith(prefix));
    }

    /** How many there are, also of those that are being deleted. */
    int count() {
        return snapshot.byId().size();
    }

    /** Whether a group takes timers. */
    boolean serves(GroupId id) {
        return stored(id).filter(it -> !it.phase().isDeleting()).isPresent();
    }

    /** Those that are to be served, in order of their ids. */
    public List<Group> toList() {
        return serving().map(StoredGroup::group).toList();
    }

    private Stream<StoredGroup> serving() {
        return snapshot.byId().values().stream().filter(it -> !it.phase().isDeleting());
    }

    /** Another number after each change that this node knows of. */
    long version() {
        return snapshot.version();
    }

    // ---- changes

    /** Who is told of each change, by the thread that made it. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /**
     * Takes over what the catalog says.
     *
     * @param asOf the catalog's last change when reading it began: of what is newer, this node's
     *     own changes stay
     */
    void apply(Collection<StoredGroup> all, long asOf) {
        replace(all, asOf);
        tell();
    }

    private synchronized void replace(Collection<StoredGroup> all, long asOf) {
        var next = new TreeMap<String, StoredGroup>();
        snapshot.byId().values().stream()
                .filter(it -> it.revision() > asOf)
                .forEach(it -> next.put(it.id().value(), it));
        all.forEach(it -> next.merge(it.id().value(), it, Groups::newer));
        snapshot = snapshot.followedBy(next);
        completeAsOf = Math.max(completeAsOf, asOf);
    }

    /** Takes over one group that was just read or written. */
    void learn(StoredGroup one) {
        if (isNews(one)) {
            tell();
        }
    }

    private synchronized boolean isNews(StoredGroup one) {
        long from = stored(one.id()).map(StoredGroup::revision).orElse(completeAsOf);
        if (one.revision() <= from) {
            return false;
        }
        var next = new TreeMap<>(snapshot.byId());
        next.put(one.id().value(), one);
        snapshot = snapshot.followedBy(next);
        return true;
    }

    private static StoredGroup newer(StoredGroup one, StoredGroup other) {
        return one.revision() > other.revision() ? one : other;
    }

    private void tell() {
        listeners.forEach(Runnable::run);
    }
}
