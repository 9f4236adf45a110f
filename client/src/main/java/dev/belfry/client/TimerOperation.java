package dev.belfry.client;

/**
 * One change of a batch. Immutable.
 *
 * @param isRepeatable whether it may be sent again though its outcome is unknown
 */
public record TimerOperation(String group, String id, String json, boolean isRepeatable) {
    public static TimerOperation create(NewTimer timer) {
        return new TimerOperation(timer.group(), timer.id(), timer.json(), true);
    }

    /** Creates it or replaces what is there. */
    public static TimerOperation put(NewTimer timer) {
        return new TimerOperation(
                timer.group(), timer.id(), "{\"op\":\"put\"," + rest(timer), true);
    }

    private static String rest(NewTimer timer) {
        return timer.json().substring(1);
    }

    public static TimerOperation patch(String group, String id, TimerChanges changes) {
        var json = changes.write(named("patch", group, id));
        return new TimerOperation(group, id, json, false);
    }

    public static TimerOperation delete(String group, String id) {
        return new TimerOperation(group, id, named("delete", group, id).end(), false);
    }

    private static JsonWriter named(String operation, String group, String id) {
        return new JsonWriter().text("op", operation).text("groupId", group).text("timerId", id);
    }
}
