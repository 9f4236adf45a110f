package dev.belfry.http.api;

import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.TimerStore;
import dev.belfry.http.auth.Access.Reach;
import dev.belfry.operate.access.Role;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Exports of groups, page by page, each line complete enough to be imported. Thread-safe. */
final class ExportApi {
    private final TimerStore store;
    private final Groups groups;
    private final Reads reads;
    private final InstantSource clock;
    private final Supplier<NodeRow> self;
    private final Pages pages;

    ExportApi(Api.Parts parts) {
        this.store = parts.store();
        this.groups = parts.groups();
        this.reads = parts.reads();
        this.clock = parts.clock();
        this.self = parts.self();
        this.pages = Pages.ofTimersUpTo(parts.configuration().limits().payload().count());
    }

    /** It shows secrets if it is asked to: for administrators alone. */
    Route route() {
        return Route.get("/api/v1/groups/{groupId}/export", this::export)
                .asking("cursor", "secrets", "payload")
                .giving(ExportLines.TYPE)
                .needing(Role.ADMIN, Reach.PATH);
    }

    private CompletableFuture<Answer> export(Call call) {
        var group = groups.find(call.group());
        boolean showsSecrets = call.query().flag("secrets", false);
        var lines = new ExportLines(showsSecrets, call.query().flag("payload", true));
        call.trail().taken("secrets", showsSecrets);
        var cursor = call.query().text("cursor");
        var at =
                cursor.map(text -> ExportCursor.parse(text, group.group().shardCount()))
                        .orElseGet(() -> ExportCursor.beginning(clock.instant()));
        return reads.list(
                () -> {
                    if (cursor.isEmpty()) {
                        begin(group, at, lines);
                    }
                    add(group, at, lines);
                    return Answer.of(200, ExportLines.TYPE, lines.bytes());
                });
    }

    private void begin(GroupDefinition group, ExportCursor at, ExportLines lines) {
        var node = self.get();
        lines.head(group, node.version().software(), node.incarnation().node(), at.begun());
        lines.group(
                group,
                store.pauses().inForce().stream().anyMatch(it -> it.group().equals(group.id())));
    }

    private void add(GroupDefinition group, ExportCursor at, ExportLines lines) {
        var page = ExportPage.read(store, group.group(), at, pages);
        page.entries().forEach(lines::entry);
        page.next()
                .ifPresentOrElse(next -> lines.cursor(group, next.text()), () -> lines.end(group));
    }
}
