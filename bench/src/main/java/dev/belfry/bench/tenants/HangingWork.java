package dev.belfry.bench.tenants;

import dev.belfry.bench.harness.CallbackLateness;
import dev.belfry.bench.harness.CallbackReceiver;
import dev.belfry.bench.harness.ContenderProcess.Row;
import dev.belfry.bench.harness.StallLimit;
import dev.belfry.bench.peers.BelfryProcess;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Hosts of one group that never answer, beside a good one of it and beside another group. */
public record HangingWork(TenantsStage stage) implements TenantsWork {
    public static final String TITLE = "T2 hosts that hang";
    public static final String OTHER_GROUP = "another group";
    public static final String SAME_GROUP = "a good host of the group";

    private static final int HOSTS = 50;
    private static final int TIMERS_OF_HOST = 400;
    private static final Duration WORKED = Duration.ofSeconds(20);

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public Duration planned() {
        return STARTING.plus(WORKED);
    }

    /** An end in order would wait for those that hang. */
    @Override
    public void run() throws Exception {
        var vertx = stage.stage().vertx();
        try (var hanging = HangingHosts.open(vertx, HOSTS);
                var good = CallbackReceiver.start(vertx);
                var server = stage.warm()) {
            var group = Tenant.create(server, "hanging", "{\"callbackTimeout\":\"15m\"}", good);
            var other = Tenant.create(server, "steady", "{}", stage.stage().receiver());
            call(hanging, server, group.group());
            var ofOther = other.workFor(WORKED);
            var ofGroup = group.workFor(WORKED);
            note(OTHER_GROUP, CallbackLateness.of(ofOther.await()));
            note(SAME_GROUP, CallbackLateness.of(ofGroup.await()));
            stage.notes().say("%,d connections to hosts that hang", hanging.connections());
            server.kill();
        }
    }

    private static void call(HangingHosts hanging, BelfryProcess server, String group)
            throws Exception {
        var due = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        for (var host : hanging.hosts()) {
            var name = "hanging-" + host.server().actualPort();
            server.schedule(new Row(name, TIMERS_OF_HOST, due, Duration.ZERO), group, host.url());
        }
        StallLimit.USUAL.await(
                "hosts to hang", () -> hanging.called() == HOSTS, hanging::connections);
    }

    private void note(String what, CallbackLateness lateness) {
        lateness.note(stage.notes(), TITLE, stage.row(what));
    }
}
