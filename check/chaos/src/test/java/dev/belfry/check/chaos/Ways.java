package dev.belfry.check.chaos;

import dev.belfry.check.faults.FaultProxy;
import dev.belfry.check.processes.Nodes;
import dev.belfry.check.simulation.cluster.Sabotage;
import java.util.ArrayList;
import java.util.List;

/** The ways from each node to each other, with a proxy on every one. Immutable. */
final class Ways implements AutoCloseable {
    private static final String OPTION = "test.way.";

    /** Sends what is for another node to the proxy of this way. */
    static final Sabotage READER =
            Sabotage.sabotage(
                    "each node has a way of its own to each other",
                    "http/src/main/java/dev/belfry/http/peer/Peers.java",
                    ".setAbsoluteURI(address)",
                    ".setAbsoluteURI(java.util.Objects.requireNonNull(System.getProperty(\"%s\" + address)))"
                            .formatted(OPTION));

    private final Nodes nodes;
    private final List<Way> all = new ArrayList<>();

    private record Way(String from, String to, FaultProxy proxy) {}

    Ways(Nodes nodes) {
        this.nodes = nodes;
        for (var from : nodes.names()) {
            for (var to : nodes.names()) {
                if (!from.equals(to)) {
                    all.add(new Way(from, to, new FaultProxy(nodes.peerPort(to))));
                }
            }
        }
    }

    void start() {
        for (var way : all) {
            way.proxy.start();
        }
    }

    /** What a node has to be told to take its ways. */
    List<String> optionsOf(String from) {
        return all.stream()
                .filter(it -> it.from.equals(from))
                .map(
                        it ->
                                "-D%s%s=http://127.0.0.1:%d"
                                        .formatted(OPTION, address(it.to), it.proxy.port()))
                .toList();
    }

    String address(String name) {
        return "http://127.0.0.1:" + nodes.peerPort(name);
    }

    List<FaultProxy> all() {
        return all.stream().map(Way::proxy).toList();
    }

    List<FaultProxy> to(String name) {
        return all.stream().filter(it -> it.to.equals(name)).map(Way::proxy).toList();
    }

    /** Both ways. */
    List<FaultProxy> between(String one, String other) {
        return all.stream()
                .filter(it -> List.of(one, other).containsAll(List.of(it.from, it.to)))
                .map(Way::proxy)
                .toList();
    }

    @Override
    public void close() {
        all().forEach(FaultProxy::close);
    }
}
