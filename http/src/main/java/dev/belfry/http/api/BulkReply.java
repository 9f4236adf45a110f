package dev.belfry.http.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Set;

/**
 * What a bulk job was answered for one timer.
 *
 * @param code of a refusal, as {@link Code} names it; empty for a success
 * @param text why it was refused
 */
record BulkReply(int status, String code, String text) {
    /** No timer of such a group can ever be changed. */
    private static final Set<String> GONE = Set.of("GROUP_NOT_FOUND", "GROUP_DELETING");

    static BulkReply of(Answer answer) {
        return switch (answer) {
            case Answer.Whole(var status, _, _, var body) when status >= 300 ->
                    refused(status, new Body(body.getBytes(), 0, body.length()));
            case Answer.Whole whole -> new BulkReply(whole.status(), "", "");
            case Answer.Stream _ -> new BulkReply(500, "", "no answer");
        };
    }

    static BulkReply of(Problem problem) {
        return new BulkReply(problem.code().status(), problem.code().name(), problem.detail());
    }

    private static BulkReply refused(int status, Body body) {
        try {
            return JsonText.readObject(body, (parser, _) -> read(parser, status));
        } catch (RuntimeException _) {
            return new BulkReply(status, "", "status " + status);
        }
    }

    private static BulkReply read(JsonParser parser, int status) throws IOException {
        var code = "";
        var detail = "";
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            var field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "code" -> code = parser.getValueAsString("");
                case "detail" -> detail = parser.getValueAsString("");
                default -> parser.skipChildren();
            }
        }
        return new BulkReply(status, code, detail);
    }

    boolean isDone() {
        return status < 300;
    }

    boolean isOfGroupThatIsGone() {
        return GONE.contains(code);
    }

    /** The timer is gone, or in a state that the action is not for. */
    boolean isPassedOver() {
        return status == 404 || status == 409;
    }

    /** The store or the owner of the timer's shard said nothing: later it may. */
    boolean isUnanswered() {
        return status == 503;
    }
}
