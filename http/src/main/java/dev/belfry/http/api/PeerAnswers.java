package dev.belfry.http.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.belfry.core.store.NodeRow;
import dev.belfry.http.peer.PeerResponse;
import dev.belfry.node.route.Trial;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what other nodes answer: tolerantly, for they may be of the next version. */
final class PeerAnswers {
    private static final Logger LOG = LoggerFactory.getLogger(PeerAnswers.class);

    /** What a client is to see of an owner's answer beside status and body. */
    private static final List<String> PASSED_BACK =
            List.of("ETag", "Location", "Retry-After", "Belfry-Attempt-In-Flight");

    private static final int FORBIDDEN = 403;
    private static final int UNAVAILABLE = 503;

    private PeerAnswers() {}

    /** The owner's answer to a request for one timer. */
    static Trial<Answer> one(NodeRow owner, PeerResponse response) {
        if (response.status() == FORBIDDEN) {
            return new Trial.NotApplied<>(ProblemJson.answer(refused(owner)));
        }
        var headers = response.headers();
        var answer =
                new Answer.Whole(
                        response.status(), passedBack(headers), type(headers), response.body());
        return isNotApplied(response) ? new Trial.NotApplied<>(answer) : new Trial.Final<>(answer);
    }

    private static boolean isNotApplied(PeerResponse response) {
        return response.status() == UNAVAILABLE && isNotApplied(bytes(response.body()));
    }

    private static List<Map.Entry<String, String>> passedBack(MultiMap headers) {
        return PASSED_BACK.stream()
                .flatMap(name -> headers.getAll(name).stream().map(it -> Map.entry(name, it)))
                .toList();
    }

    private static String type(MultiMap headers) {
        var type = headers.get("Content-Type");
        return type == null ? "" : type;
    }

    /** The owner's answers to so many items of a batch. */
    static List<Trial<BatchItem>> many(NodeRow owner, PeerResponse response, int items) {
        if (response.status() == 200) {
            return results(owner, bytes(response.body()), items);
        }
        if (response.status() == FORBIDDEN) {
            return all(items, new Trial.NotApplied<>(BatchItem.refused(refused(owner))));
        }
        var item = passed(response.status(), response.body());
        return all(
                items,
                isNotApplied(response) ? new Trial.NotApplied<>(item) : new Trial.Final<>(item));
    }

    private static BatchItem passed(int status, Buffer body) {
        return new BatchItem.Passed(status, "problem", bytes(body).copy());
    }

    private static List<Trial<BatchItem>> all(int items, Trial<BatchItem> trial) {
        return Collections.nCopies(items, trial);
    }

    private static List<Trial<BatchItem>> results(NodeRow owner, Body body, int items) {
        try {
            var results = JsonText.readObject(body, PeerAnswers::results);
            if (results.size() == items) {
                return results;
            }
        } catch (RuntimeException e) {
            LOG.atWarn()
                    .addKeyValue("node", owner.incarnation().node())
                    .setCause(e)
                    .log("a node's answer can not be read");
        }
        return all(
                items, new Trial.Final<>(BatchItem.refused(silent(owner, "no readable answer"))));
    }

    private static List<Trial<BatchItem>> results(JsonParser parser, Body body) throws IOException {
        var results = new ArrayList<Trial<BatchItem>>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean isList = parser.currentName().equals("results");
            parser.nextToken();
            while (isList && parser.nextToken() == JsonToken.START_OBJECT) {
                results.add(result(parser, body));
            }
            parser.skipChildren();
        }
        return results;
    }

    private static Trial<BatchItem> result(JsonParser parser, Body body) throws IOException {
        int status = 0;
        var name = "problem";
        var shown = Body.NONE;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            var field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "status" -> status = parser.getIntValue();
                case BatchItem.TIMER, BatchItem.IN_FLIGHT, "problem" -> {
                    name = field;
                    shown = new JsonValue(parser, body, field).skipped();
                }
                default -> parser.skipChildren();
            }
        }
        var item = new BatchItem.Passed(status, name, shown.copy());
        return status == UNAVAILABLE && isNotApplied(shown)
                ? new Trial.NotApplied<>(item)
                : new Trial.Final<>(item);
    }

    /** Whether a refusal says for certain that an owner was missing and nothing was changed. */
    private static boolean isNotApplied(Body problem) {
        try {
            return JsonText.readObject(problem, PeerAnswers::readNotApplied);
        } catch (RuntimeException _) {
            return false;
        }
    }

    private static boolean readNotApplied(JsonParser parser, Body body) throws IOException {
        var code = Optional.<String>empty();
        boolean isCertain = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            var field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "code" -> code = Optional.ofNullable(parser.getText());
                case "outcomeUnknown" -> isCertain = parser.currentToken() == JsonToken.VALUE_FALSE;
                default -> parser.skipChildren();
            }
        }
        return isCertain && code.filter(Code.SHARD_UNAVAILABLE.name()::equals).isPresent();
    }

    private static Body bytes(Buffer buffer) {
        return new Body(buffer.getBytes(), 0, buffer.length());
    }

    private static Problem refused(NodeRow owner) {
        LOG.atWarn()
                .addKeyValue("node", owner.incarnation().node())
                .log("a node does not take this one for a member: cluster.secret or clocks differ");
        return unreachable(owner, "its cluster.secret is another, or its clock");
    }

    /** Nothing reached the owner. */
    static Problem unreachable(NodeRow owner, String why) {
        return Problem.of(
                Code.SHARD_UNAVAILABLE,
                "the owner of the timer's shard, %s, can not be reached (%s); nothing was changed"
                        .formatted(owner.incarnation().node(), why));
    }

    /** Nobody knows what the owner did. */
    static Problem silent(NodeRow owner, String why) {
        return Problem.of(
                        Code.SHARD_UNAVAILABLE,
                        "the owner of the timer's shard, %s, did not say whether the change was made (%s); repeat the request to find out"
                                .formatted(owner.incarnation().node(), why))
                .withUnknownOutcome();
    }
}
