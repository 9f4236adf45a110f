package dev.belfry.http.api;

import java.io.IOException;

/** What one item of a batch is answered. */
sealed interface BatchItem {
    String TIMER = "timer";

    /** Says of a delete that an attempt had started. */
    String IN_FLIGHT = "attemptInFlight";

    int NO_CONTENT = 204;

    /** Decided by this node. */
    record Own(Result result) implements BatchItem {}

    /**
     * Decided by another node, in its own words.
     *
     * @param name of the field that it has beside its status, such as the timer or the problem
     * @param json its value; empty if there is none
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Passed(int status, String name, byte[] json) implements BatchItem {}

    static BatchItem refused(Problem problem) {
        return new Own(new Result.Refused(problem));
    }

    static int status(BatchItem item) {
        return switch (item) {
            case Own(Result.Made(var status, _, _)) -> status;
            case Own(Result.Refused(var problem)) -> problem.code().status();
            case Own(Result.Deleted _), Own(Result.Unchanged _) -> NO_CONTENT;
            case Passed(var status, _, _) -> status;
        };
    }

    /** Writes it without the timer that is as it was asked for. */
    static void writeMinimal(JsonBytes json, BatchItem item) throws IOException {
        switch (item) {
            case Own(Result.Made(var status, _, _)) -> json.number("status", status);
            case Passed(var status, var name, _) when name.equals(TIMER) ->
                    json.number("status", status);
            case Own _, Passed _ -> write(json, item);
        }
    }

    static void write(JsonBytes json, BatchItem item) throws IOException {
        json.number("status", status(item));
        switch (item) {
            case Own(Result.Made(_, _, var entry)) ->
                    json.object(TIMER, it -> TimerJson.write(it, entry));
            case Own(Result.Refused(var problem)) ->
                    json.object("problem", it -> ProblemJson.write(it, problem));
            case Own(Result.Deleted(var hint)) -> json.text(IN_FLIGHT, Result.said(hint));
            case Own(Result.Unchanged _) -> {}
            case Passed(_, var name, var value) -> {
                if (value.length > 0) {
                    json.raw(name, value);
                }
            }
        }
    }
}
