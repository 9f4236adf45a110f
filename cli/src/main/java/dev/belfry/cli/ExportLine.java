package dev.belfry.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;

/** A line of an export that is no timer, and so says something of those that are. */
sealed interface ExportLine {
    /** What this version writes and reads. */
    int FORMAT = 1;

    Pattern KIND = Pattern.compile("\\{\\s*\"(export|group|next|end)\"\\s*:.*", Pattern.DOTALL);

    record Head(int format, String group) implements ExportLine {}

    record Group(String group, boolean paused, JsonNode settings) implements ExportLine {}

    record Next(String group, String cursor) implements ExportLine {}

    record End(String group) implements ExportLine {}

    record Timer() implements ExportLine {}

    /** What a line is; timers are not looked into. */
    static ExportLine of(String text) {
        var matcher = KIND.matcher(text);
        if (!matcher.matches()) {
            return new Timer();
        }
        var json = parsed(text).path(matcher.group(1));
        var group = json.path("groupId").asText();
        return switch (matcher.group(1)) {
            case "export" -> new Head(json.path("format").asInt(), group);
            case "group" ->
                    new Group(group, json.path("paused").asBoolean(), json.path("settings"));
            case "next" -> new Next(group, json.path("cursor").asText());
            default -> new End(group);
        };
    }

    private static JsonNode parsed(String text) {
        try {
            return Json.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new CommandFailure(ExitCode.REFUSED, "this is no line of an export: " + text);
        }
    }
}
