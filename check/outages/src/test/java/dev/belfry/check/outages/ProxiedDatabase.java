package dev.belfry.check.outages;

import static dev.belfry.check.faults.Direction.FROM_CLIENT;
import static dev.belfry.check.faults.Direction.FROM_SERVER;

import dev.belfry.check.faults.Direction;
import dev.belfry.check.faults.FaultProxy;
import dev.belfry.check.processes.DatabaseProcess;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** One server of a database behind a proxy. */
final class ProxiedDatabase implements FaultyDatabase {
    private static final int MOST_BYTES_TO_A_CUT = 50_000;

    /** What can happen on the way; cuts are the ones that hit different places. */
    static final List<Outage> OF_THE_WAY =
            List.of(
                    Outage.COMMIT_CUT,
                    Outage.COMMIT_CUT,
                    Outage.ANSWER_CUT,
                    Outage.ANSWER_CUT,
                    Outage.HANG,
                    Outage.LOSS,
                    Outage.SILENCE,
                    Outage.REFUSAL);

    /** What can happen with a server that keeps its data. */
    static final List<Outage> OF_A_SERVER =
            Stream.concat(
                            OF_THE_WAY.stream(),
                            Stream.of(Outage.DATABASE_KILLED, Outage.DATABASE_RESTARTED))
                    .toList();

    private final DatabaseProcess process;
    private final List<Outage> outages;
    private final Random random;
    private final FaultProxy proxy;

    /**
     * @param kind the name of the database in scripts/databases
     */
    ProxiedDatabase(String kind, List<Outage> outages, Random random) throws IOException {
        this.process = DatabaseProcess.of(kind);
        this.outages = outages;
        this.random = random;
        this.proxy = new FaultProxy(process.port());
    }

    @Override
    public String name() {
        return process.name();
    }

    @Override
    public void start() throws Exception {
        process.remove();
        process.start();
        proxy.start();
    }

    @Override
    public String url() throws IOException {
        return process.urlThrough(proxy.port());
    }

    @Override
    public String urlPastTroubles() throws IOException {
        return process.url();
    }

    @Override
    public List<Outage> outages() {
        return outages;
    }

    @Override
    public void begin(Outage outage) throws Exception {
        switch (outage) {
            case COMMIT_CUT -> cutAfter(FROM_CLIENT);
            case ANSWER_CUT -> cutAfter(FROM_SERVER);
            case HANG -> proxy.hang(FROM_CLIENT, FROM_SERVER);
            case LOSS -> proxy.swallow(FROM_CLIENT, FROM_SERVER);
            case SILENCE -> proxy.silence();
            case REFUSAL -> {
                proxy.refuse();
                proxy.cut();
            }
            case DATABASE_KILLED -> process.kill();
            case DATABASE_RESTARTED -> process.stop();
            case REPLICA_KILLED, SWITCHOVER, PROMOTION, SERVER_KILLED, SERVER_STALLED ->
                    throw new IllegalArgumentException("%s is none of its".formatted(outage));
        }
    }

    private void cutAfter(Direction direction) throws InterruptedException {
        proxy.cutAfter(direction, random.nextInt(MOST_BYTES_TO_A_CUT));
        while (proxy.isCutArmed()) {
            Thread.sleep(1);
        }
    }

    @Override
    public void end(Outage outage) throws Exception {
        switch (outage) {
            case HANG, LOSS, REFUSAL -> proxy.pass();
            case DATABASE_KILLED, DATABASE_RESTARTED -> process.start();
            case COMMIT_CUT,
                    ANSWER_CUT,
                    SILENCE,
                    REPLICA_KILLED,
                    SWITCHOVER,
                    PROMOTION,
                    SERVER_KILLED,
                    SERVER_STALLED -> {}
        }
    }

    @Override
    public void close() throws IOException {
        proxy.close();
        process.remove();
    }
}
