package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.GroupId;
import java.util.Arrays;

/**
 * What fits together or not, and what values of other modules say about themselves. All of it is
 * looked at before anything is opened; a message names the key that an operator can change.
 */
final class CrossChecks {
    /** Requests, callbacks and the JVM itself need the rest. */
    private static final int HEAP_PARTS_FOR_TIMERS = 2;

    private static final int HEAP_PARTS = 3;

    /** The smallest of the shares that a loop gives its memory to. */
    private static final int SMALLEST_SHARE = 8;

    private CrossChecks() {}

    static void check(Configuration configuration, Machine machine) {
        configuration.node().id().ifPresent(NodeId::ofNode);
        checkPorts(configuration);
        checkExposure(configuration);
        checkSizes(configuration.limits());
        checkMemory(configuration, machine);
        configuration.callback().signingKeys().ifPresent(CrossChecks::checkKeys);
        configuration.groups().forEach(CrossChecks::checkGroup);
        DatabaseChecks.route(configuration);
    }

    private static void checkPorts(Configuration configuration) {
        int port = configuration.cluster().port();
        require(
                port == 0 || port != configuration.http().port(),
                "cluster.port",
                "is also http.port; other servers need a port of their own");
    }

    /** An open door must have been meant. */
    private static void checkExposure(Configuration configuration) {
        var http = configuration.http();
        Exposure.of(configuration)
                .ifPresent(
                        it ->
                                require(
                                        http.insecure(),
                                        "http.host",
                                        "is %s, which other machines reach, but %s: %s, or set"
                                                + " http.insecure to true where a proxy or a network"
                                                + " policy guards it",
                                        http.host(),
                                        it.text(),
                                        it.remedy()));
    }

    private static void checkSizes(LimitsConfig limits) {
        require(
                limits.payload().count() < limits.body().count(),
                "limits.payload",
                "is %s, which does not fit into a body (limits.body) of %s",
                limits.payload(),
                limits.body());
        require(
                limits.body().count() <= limits.batchBody().count(),
                "limits.batchBody",
                "is %s, less than the body of a single timer (limits.body, %s)",
                limits.batchBody(),
                limits.body());
    }

    private static void checkMemory(Configuration configuration, Machine machine) {
        var engine = configuration.engine();
        var settings = engine.toSettings(machine.cores(), configuration.cluster().timings());
        long most = machine.heapBytes() / HEAP_PARTS * HEAP_PARTS_FOR_TIMERS;
        require(
                engine.memory().count() <= most,
                "engine.memory",
                "is %s, but Java's heap has %d MiB and timers may take two thirds of it: lower it"
                        + " to %dMiB, or give Java more",
                engine.memory(),
                machine.heapBytes() >> 20,
                most >> 20);
        var largest = new Bytes(settings.memoryBytes() / settings.loops() / SMALLEST_SHARE);
        require(
                configuration.limits().payload().count() <= largest.count(),
                "limits.payload",
                "is %s, but %s of memory (engine.memory) for %d loops (engine.loops) have room for"
                        + " payloads of %s only",
                configuration.limits().payload(),
                engine.memory(),
                settings.loops(),
                largest);
    }

    /** One by one, because several keys look alike and the message must not show them. */
    private static void checkKeys(Secret keys) {
        var each = Arrays.stream(keys.value().split("\\s+")).filter(it -> !it.isEmpty()).toList();
        for (int i = 0; i < each.size(); i++) {
            try {
                SigningKeys.parse(each.get(i));
            } catch (InvalidValueException e) {
                throw new InvalidValueException(
                        e.field(), complaint(e) + " (key %d of %d)".formatted(i + 1, each.size()));
            }
        }
    }

    private static void checkGroup(GroupId id, GroupConfig group) {
        var prefix = "groups." + id + ".";
        try {
            group.limits().toLimits();
        } catch (InvalidValueException e) {
            throw renamed(e, prefix + e.field());
        }
        group.toGroup(id);
        try {
            group.retry().toPolicy();
        } catch (InvalidValueException e) {
            throw renamed(e, prefix + e.field().replace("retryPolicy.", "retry."));
        }
        try {
            new CallbackTarget("http://any", group.callbackTimeout(), CallbackHeaders.NONE);
        } catch (InvalidValueException e) {
            throw renamed(e, prefix + e.field());
        }
    }

    /** The same complaint about the key that an operator knows the value by. */
    private static InvalidValueException renamed(InvalidValueException e, String key) {
        return new InvalidValueException(key, complaint(e));
    }

    private static String complaint(InvalidValueException e) {
        return String.valueOf(e.getMessage()).substring(e.field().length() + 1);
    }
}
