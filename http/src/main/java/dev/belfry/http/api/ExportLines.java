package dev.belfry.http.api;

import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.DurationText;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;

/**
 * Writes lines of an export, each a JSON object. Confined to one answer.
 *
 * <p>What {@link ImportedTimer} reads is this; the form is described in the OpenAPI file and has a
 * number.
 */
final class ExportLines {
    static final String TYPE = "application/x-ndjson";

    /** Of the form; another one when an older import could not read it. */
    private static final int FORMAT = 1;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final boolean secrets;
    private final boolean payload;

    /**
     * @param secrets whether the values of headers are written
     * @param payload whether payloads are
     */
    ExportLines(boolean secrets, boolean payload) {
        this.secrets = secrets;
        this.payload = payload;
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    private void line(JsonBytes.Part fields) {
        bytes.writeBytes(JsonBytes.object(fields));
        bytes.write('\n');
    }

    /** Says what follows, and where it comes from. */
    void head(GroupDefinition group, String software, NodeId node, Instant now) {
        line(
                json ->
                        json.object(
                                "export",
                                it ->
                                        it.number("format", FORMAT)
                                                .text("groupId", group.id())
                                                .text("version", software)
                                                .text("node", node)
                                                .at("at", now)
                                                .flag("secrets", secrets)
                                                .flag("payloads", payload)));
    }

    /** The settings are what a PUT of the group takes. */
    void group(GroupDefinition group, boolean paused) {
        line(
                json ->
                        json.object(
                                "group",
                                it ->
                                        it.text("groupId", group.id())
                                                .flag("paused", paused)
                                                .object(
                                                        "settings",
                                                        set -> GroupJson.settings(set, group))));
    }

    /** The last of a page: where it goes on. */
    void cursor(GroupDefinition group, String cursor) {
        line(
                json ->
                        json.object(
                                "next",
                                it -> it.text("groupId", group.id()).text("cursor", cursor)));
    }

    /** The last of all. */
    void end(GroupDefinition group) {
        line(json -> json.object("end", it -> it.text("groupId", group.id())));
    }

    void entry(Entry entry) {
        switch (entry) {
            case Entry.Absent() -> {}
            case Entry.Pending(var timer) ->
                    line(json -> timer(json.text("state", TimerState.SCHEDULED), timer));
            case Entry.Kept(var kept) ->
                    line(
                            json ->
                                    timer(
                                            json.text("state", kept.state())
                                                    .at("settledAt", kept.settledAt())
                                                    .at("keptUntil", kept.keepUntil()),
                                            kept.timer()));
        }
    }

    private void timer(JsonBytes json, Timer timer) throws IOException {
        var spec = timer.spec();
        json.text("groupId", timer.key().group())
                .text("timerId", timer.key().id())
                .text("generation", timer.generation())
                .text("revision", timer.revision())
                .text("digest", HexFormat.of().formatHex(spec.digest().toBytes()))
                .at("createdAt", timer.createdAt())
                .at("updatedAt", timer.updatedAt())
                .at("executeAt", spec.executeAt())
                .at("nextAttemptAt", timer.fireAt())
                .number("attempts", timer.attempts())
                .text("lastError", timer.lastError());
        if (!timer.attemptLog().attempts().isEmpty()) {
            json.list("lastAttempts", timer.attemptLog().attempts(), TimerJson::pastAttempt);
        }
        target(json, spec.target());
        json.object("retryPolicy", it -> TimerJson.retryPolicy(it, spec.retryPolicy()))
                .text("correlationId", spec.correlationId());
        if (spec.recurrence().isPresent()) {
            ScheduleJson.writePlace(json, spec.recurrence().get());
        }
        payload(json, spec.payload());
    }

    private void target(JsonBytes json, CallbackTarget target) throws IOException {
        json.text("callbackUrl", target.url())
                .text("callbackTimeout", DurationText.format(target.timeout()))
                .text("method", target.method())
                .text("body", target.body())
                .text("traceId", target.traceId());
        if (!target.credential().isNone()) {
            json.text("credential", target.credential().text());
        }
        if (!target.onFailed().isOfGroup()) {
            json.text("onFailed", target.onFailed().text());
        }
        var headers = target.headers().byName();
        if (headers.isEmpty()) {
            return;
        }
        if (secrets) {
            json.object("headers", it -> headers(it, headers));
        } else {
            json.texts("headersLeftOut", headers.keySet());
        }
    }

    private static void headers(JsonBytes json, Map<String, String> headers) throws IOException {
        for (var header : headers.entrySet()) {
            json.text(header.getKey(), header.getValue());
        }
    }

    /** A line has no line breaks; a payload with some goes as it is, byte for byte, in Base64. */
    private void payload(JsonBytes json, Payload value) throws IOException {
        if (!payload) {
            json.flag("payloadLeftOut", true);
        } else if (hasLineBreak(value.bytes())) {
            json.text("payloadBase64", Base64.getEncoder().encodeToString(value.bytes()));
        } else {
            json.raw("payload", value.bytes());
        }
    }

    private static boolean hasLineBreak(byte[] bytes) {
        for (byte one : bytes) {
            if (one == '\n' || one == '\r') {
                return true;
            }
        }
        return false;
    }
}
