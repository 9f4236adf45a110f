package dev.belfry.http.api;

import dev.belfry.core.timer.GroupId;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Has calls look into the catalog before they say that there is no such group: another node may
 * have made it just now, or a new timer may make it. Thread-safe.
 */
final class SecondLook {
    private final Groups groups;
    private final GroupWatch watch;
    private final FirstUse firstUse;

    SecondLook(Groups groups, GroupWatch watch, FirstUse firstUse) {
        this.groups = groups;
        this.watch = watch;
        this.firstUse = firstUse;
    }

    List<Route> of(List<Route> routes) {
        return routes.stream().map(this::of).toList();
    }

    /** A call that was refused because of its group has changed nothing and can be made again. */
    private Route of(Route route) {
        return route.handledBy(
                call -> {
                    long before = version();
                    try {
                        return route.handler().apply(call);
                    } catch (ProblemException refusal) {
                        if (!isOfMissingGroup(refusal)) {
                            throw refusal;
                        }
                        return bringsNews(before, refusal.wanted().stream().toList(), call)
                                .<Answer>thenCompose(isNews -> again(isNews, route, call, refusal));
                    }
                });
    }

    private static CompletableFuture<Answer> again(
            boolean isNews, Route route, Call call, ProblemException refusal) {
        return isNews
                ? route.handler().apply(call).thenApply(it -> it)
                : CompletableFuture.failedFuture(refusal);
    }

    static boolean isOfMissingGroup(RuntimeException failure) {
        return failure instanceof ProblemException refusal
                && refusal.problem().code() == Code.GROUP_NOT_FOUND;
    }

    long version() {
        return groups.version();
    }

    /**
     * Whether a look finds, or somebody has found or made, what was not known at a version.
     *
     * @param wanted groups that new timers may make
     */
    CompletableFuture<Boolean> bringsNews(long version, Collection<GroupId> wanted, Call call) {
        return watch.lookAgain()
                .thenCompose(_ -> firstUse.make(wanted, call.trail()))
                .thenApply(_ -> groups.version() != version);
    }
}
