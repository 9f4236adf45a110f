package dev.belfry.http.api;

import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.operate.access.AuditEntry;
import dev.belfry.operate.access.AuditLog;
import dev.belfry.operate.access.Caller;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.IntUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a call is about, gathered on its way for the logs; what only the audit log tells is not
 * gathered without one. Confined to its request, whose steps follow each other.
 */
final class Trail {
    /** Of calls that nobody records. */
    static final Trail NONE = new Trail(Optional.empty(), Caller.NOBODY, "", "", "", false);

    private static final Logger LOG = LoggerFactory.getLogger(Trail.class);

    private static final String GROUPS_MADE = "groupsMade";
    private static final int UNAUTHENTICATED = 401;
    private static final int FORBIDDEN = 403;

    private final Optional<AuditLog> log;
    private final Caller caller;
    private final String from;
    private final String request;
    private final String action;
    private final List<Named> named = new ArrayList<>();
    private final SequencedMap<String, String> details = new LinkedHashMap<>();
    private boolean isRecorded;
    private int item;
    private boolean isOver;

    /** A timer, or a group, that the call names; of a batch, which of its items does. */
    private record Named(int item, AuditEntry.Subject subject) {}

    private Trail(
            Optional<AuditLog> log,
            Caller caller,
            String from,
            String request,
            String action,
            boolean isRecorded) {
        this.log = log;
        this.caller = caller;
        this.from = from;
        this.request = request;
        this.action = action;
        this.isRecorded = isRecorded;
    }

    static Trail of(Optional<AuditLog> log, HttpServerRequest request, Route route, Caller caller) {
        return new Trail(
                log,
                caller,
                log.isEmpty() ? "" : String.valueOf(request.remoteAddress().hostAddress()),
                RequestId.of(request),
                route.method() + " " + route.path(),
                !route.isSafe());
    }

    String requestId() {
        return request;
    }

    /** What a path names. */
    void about(Map<String, String> path) {
        var group = path.get("groupId");
        if (group != null) {
            add(group, Optional.ofNullable(path.get("timerId")));
        }
    }

    /** What a body names, once if it is read again; its path may have named the group alone. */
    void about(TimerKey key) {
        var timer = Optional.of(key.id());
        named.removeIf(
                it ->
                        it.item() == item
                                && (it.subject().timer().isEmpty()
                                        || it.subject().timer().equals(timer)));
        add(key.group().value(), Optional.of(key.id()));
    }

    /** What the path does not tell; never a payload, a secret or any other word of the caller. */
    synchronized void detail(String name, String value) {
        if (log.isPresent()) {
            details.put(name, value);
        }
    }

    /** A group that the call made on its way; its time may be over meanwhile. */
    synchronized void made(GroupId group) {
        var former = details.get(GROUPS_MADE);
        detail(GROUPS_MADE, former == null ? group.value() : former + "," + group);
    }

    /** A call that changes nothing, and takes so much along that it is recorded all the same. */
    void taken(String name, boolean value) {
        isRecorded = true;
        detail(name, Boolean.toString(value));
    }

    private void add(String group, Optional<String> timer) {
        if (log.isPresent()) {
            named.add(new Named(item, new AuditEntry.Subject(group, timer, Optional.empty())));
        }
    }

    /** What is named from now on is named by this item of a batch. */
    void item(int number) {
        if (log.isPresent()) {
            item = number;
        }
    }

    /** Each item of a batch has an outcome of its own. */
    void settled(IntUnaryOperator statusOfItem) {
        named.replaceAll(
                it ->
                        new Named(
                                it.item(),
                                new AuditEntry.Subject(
                                        it.subject().group(),
                                        it.subject().timer(),
                                        Optional.of(statusOfItem.applyAsInt(it.item())))));
    }

    /** The call was answered; changes and exports are recorded, and whoever was refused. */
    void ended(int status) {
        LOG.atDebug()
                .addKeyValue("requestId", request)
                .addKeyValue("action", action)
                .addKeyValue("status", status)
                .log("request answered");
        boolean isRefused = status == UNAUTHENTICATED || status == FORBIDDEN;
        if (!isOver && (isRecorded || isRefused)) {
            isOver = true;
            log.ifPresent(it -> it.record(entry(status)));
        }
    }

    private synchronized AuditEntry entry(int status) {
        return new AuditEntry(
                caller,
                from,
                request,
                action,
                status,
                details,
                named.stream().map(Named::subject).toList());
    }
}
