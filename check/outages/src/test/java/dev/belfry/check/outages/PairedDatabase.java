package dev.belfry.check.outages;

import dev.belfry.check.processes.Script;
import java.io.IOException;
import java.util.List;

/** A PostgreSQL primary with a synchronous standby, which take turns. */
final class PairedDatabase implements FaultyDatabase {
    private static final String SCRIPT = "postgres-pair";
    private static final String SYNCHRONOUS = "synchronous";

    private String hosts = "";

    @Override
    public String name() {
        return "postgres, a primary and its standby";
    }

    @Override
    public void start() throws IOException {
        hosts = Script.run(SCRIPT, "start", SYNCHRONOUS);
    }

    @Override
    public String url() {
        return "jdbc:postgresql://%s/belfry?user=belfry&password=belfry".formatted(hosts);
    }

    @Override
    public String urlPastTroubles() {
        return url();
    }

    @Override
    public List<Outage> outages() {
        return List.of(Outage.SWITCHOVER, Outage.SWITCHOVER, Outage.PROMOTION, Outage.PROMOTION);
    }

    @Override
    public void begin(Outage outage) throws IOException {
        switch (outage) {
            case SWITCHOVER -> Script.run(SCRIPT, "switchover");
            case PROMOTION -> Script.run(SCRIPT, "failover");
            default -> throw new IllegalArgumentException("%s is none of its".formatted(outage));
        }
    }

    @Override
    public void end(Outage outage) throws IOException {
        Script.run(SCRIPT, "rejoin", SYNCHRONOUS);
    }

    @Override
    public void close() throws IOException {
        Script.run(SCRIPT, "stop");
    }
}
