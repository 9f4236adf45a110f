package dev.belfry.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The settings of a group, as options; only what is given is sent, and usual is null. */
final class GroupSettingOptions {
    private static final String USUAL = "usual";

    @Option(
            names = "--retention",
            paramLabel = "DURATION",
            description = "How long reached and deleted timers are kept.")
    private Optional<String> retention = Optional.empty();

    @Option(
            names = "--failed-retention",
            paramLabel = "DURATION",
            description = "How long failed timers are kept.")
    private Optional<String> failedRetention = Optional.empty();

    @Option(
            names = "--attempt-log",
            paramLabel = "true|false",
            description = "Whether timers show their last attempts.")
    private Optional<String> attemptLog = Optional.empty();

    @Option(
            names = "--on-failed",
            paramLabel = "URL",
            description = "Who is told when a timer fails for good, or 'none' for nobody.")
    private Optional<String> onFailed = Optional.empty();

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description = "How long one call may take.")
    private Optional<String> timeout = Optional.empty();

    @Option(
            names = "--retry",
            paramLabel = "NAME=VALUE",
            description =
                    "Part of the retry policy; may be repeated: maxAttempts=4, maxDuration=24h,"
                            + " initialInterval=5s, backoffMultiplier=3, maxInterval=1h,"
                            + " success=strict, permanentStatuses=404,422.")
    private Map<String, String> retry = new LinkedHashMap<>();

    @Option(
            names = "--weight",
            paramLabel = "N",
            description = "How much the group may do in its turn; usually 1.")
    private Optional<String> weight = Optional.empty();

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Callbacks that may start in a second, or 'usual' for no limit.")
    private Optional<String> rate = Optional.empty();

    @Option(
            names = "--burst",
            paramLabel = "N",
            description = "Callbacks that may start at once after a rest.")
    private Optional<String> burst = Optional.empty();

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description = "Callbacks that may be under way at once, or 'usual' for no limit.")
    private Optional<String> concurrency = Optional.empty();

    @Option(
            names = "--host-rate",
            paramLabel = "N",
            description =
                    "Callbacks that may start in a second to each single host, or 'usual' for no"
                            + " limit.")
    private Optional<String> hostRate = Optional.empty();

    @Option(
            names = "--host-concurrency",
            paramLabel = "N",
            description =
                    "Callbacks that may be under way at once to each single host, or 'usual' for"
                            + " no limit.")
    private Optional<String> hostConcurrency = Optional.empty();

    /** The body of a request. */
    ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode();
        put(json, "retention", retention);
        put(json, "failedRetention", failedRetention);
        put(json, "attemptLog", attemptLog);
        put(json, "onFailed", onFailed);
        put(json, "callbackTimeout", timeout);
        if (!retry.isEmpty()) {
            var policy = json.putObject("retryPolicy");
            retry.forEach((name, value) -> putPart(policy, name, value));
        }
        var limits = JsonNodeFactory.instance.objectNode();
        put(limits, "weight", weight);
        put(limits, "ratePerSecond", rate);
        put(limits, "burst", burst);
        put(limits, "concurrency", concurrency);
        put(limits, "hostRatePerSecond", hostRate);
        put(limits, "hostConcurrency", hostConcurrency);
        if (!limits.isEmpty()) {
            json.set("limits", limits);
        }
        return json;
    }

    private static void put(ObjectNode json, String name, Optional<String> value) {
        value.ifPresent(it -> json.set(name, value(it)));
    }

    private static void putPart(ObjectNode policy, String name, String value) {
        if (name.equals("permanentStatuses")) {
            var statuses = policy.putArray(name);
            for (var status : value.split(",", -1)) {
                statuses.add(value(status.strip()));
            }
        } else {
            policy.set(name, value(value));
        }
    }

    /** A number or true where it is one; the server says what it takes where. */
    private static JsonNode value(String text) {
        var nodes = JsonNodeFactory.instance;
        if (text.equals(USUAL)) {
            return nodes.nullNode();
        }
        if (text.equals("true") || text.equals("false")) {
            return nodes.booleanNode(text.equals("true"));
        }
        if (text.matches("[0-9]{1,9}")) {
            return nodes.numberNode(Integer.parseInt(text));
        }
        return text.matches("[0-9]{1,9}\\.[0-9]{1,9}")
                ? nodes.numberNode(Double.parseDouble(text))
                : nodes.textNode(text);
    }
}
