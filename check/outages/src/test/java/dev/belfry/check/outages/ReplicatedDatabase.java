package dev.belfry.check.outages;

import dev.belfry.check.processes.Script;
import java.io.IOException;
import java.util.List;
import java.util.Random;

/** A database of three servers, of which one may fail. */
final class ReplicatedDatabase implements FaultyDatabase {
    private static final String SERVERS = "3";

    private final String kind;
    private final String address;
    private final Random random;
    private List<Integer> dead = List.of();
    private String hosts = "";

    /**
     * @param kind the name of the script that starts it
     * @param address its URL, but for the hosts
     */
    ReplicatedDatabase(String kind, String address, Random random) {
        this.kind = kind;
        this.address = address;
        this.random = random;
    }

    @Override
    public String name() {
        return kind + ", three servers";
    }

    @Override
    public void start() throws IOException {
        script("stop");
        hosts = script("start");
    }

    @Override
    public String url() {
        return address.formatted(hosts);
    }

    @Override
    public String urlPastTroubles() {
        return url();
    }

    @Override
    public List<Outage> outages() {
        return List.of(Outage.REPLICA_KILLED, Outage.REPLICA_KILLED, Outage.DATABASE_KILLED);
    }

    @Override
    public void begin(Outage outage) throws IOException {
        int first = random.nextInt(3);
        dead =
                switch (outage) {
                    case REPLICA_KILLED -> List.of(first + 1);
                    case DATABASE_KILLED -> List.of(first + 1, (first + 1) % 3 + 1);
                    default ->
                            throw new IllegalArgumentException(
                                    "%s is none of its".formatted(outage));
                };
        for (int server : dead) {
            script("kill", server);
        }
    }

    @Override
    public void end(Outage outage) throws IOException {
        for (int server : dead) {
            script("restart", server);
        }
    }

    @Override
    public void close() throws IOException {
        script("stop");
    }

    private void script(String verb, int server) throws IOException {
        Script.run(kind, verb, SERVERS, "" + server);
    }

    private String script(String verb) throws IOException {
        return Script.run(kind, verb, SERVERS);
    }
}
