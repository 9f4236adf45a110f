package dev.belfry.check.chaos;

import static dev.belfry.check.faults.Direction.FROM_SERVER;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.check.faults.FaultProxy;
import dev.belfry.check.history.FaultKind;
import dev.belfry.check.processes.Chronicle;
import dev.belfry.check.processes.Nodes;
import java.net.http.HttpClient;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Plays a {@link Scenario} on a cluster under load. Confined to one thread. */
final class Proofs {
    private static final Duration CALM = Duration.ofSeconds(4);
    private static final Duration LONG_CUT = Duration.ofMinutes(1);

    /** Longer than two seconds of proof, and than everything that was begun before. */
    private static final Duration PROOF_IS_OVER = Duration.ofMillis(2_500);

    private static final Duration DATABASE_AWAY = Duration.ofSeconds(12);
    private static final Duration STALLED = Duration.ofSeconds(8);
    private static final Pattern STARTED =
            Pattern.compile("(?m)^belfry_attempts_total\\{.*\\} ([0-9.E]+)$");

    private static final Duration LONGEST_LOOK = Duration.ofSeconds(30);

    /** Longer than a transaction that is well has nothing to say. */
    private static final Duration STUCK = Duration.ofMillis(300);

    /** Transactions whose client has nothing to say. */
    private static final Map<String, String> IDLE_TRANSACTIONS =
            Map.of(
                    "postgres",
                    "SELECT pid || ' ' || state_change FROM pg_stat_activity"
                            + " WHERE state LIKE 'idle in transaction%'",
                    "mysql",
                    "SELECT t.trx_id FROM information_schema.innodb_trx t"
                            + " JOIN information_schema.processlist p"
                            + " ON p.id = t.trx_mysql_thread_id WHERE p.command = 'Sleep'");

    private final ChaosCluster cluster;
    private final Chronicle chronicle;
    private final Nemesis nemesis;
    private final HttpClient http;
    private final List<String> said = new ArrayList<>();

    /** Moments after which shards had to find another owner. */
    private final List<Strike> moves = new ArrayList<>();

    Proofs(ChaosCluster cluster, Chronicle chronicle, Nemesis nemesis, HttpClient http) {
        this.cluster = cluster;
        this.chronicle = chronicle;
        this.nemesis = nemesis;
        this.http = http;
    }

    List<String> said() {
        return said;
    }

    List<Strike> moves() {
        return moves;
    }

    /** Begins when the first timers of the metronome are due, for they show who owns a shard. */
    void play(Scenario scenario, int rounds, String store) throws Exception {
        Thread.sleep(Metronome.AHEAD);
        for (int i = 0; i < rounds; i++) {
            Thread.sleep(CALM);
            var names = cluster.nodes().names();
            var node = names.get(i % names.size());
            switch (scenario) {
                case TAKEOVER -> moves.add(nemesis.strike(Trouble.KILL_AND_STAY_AWAY, node));
                case LEAVE -> leave(node);
                case NODES_CUT -> cutNodes();
                case DATABASE_CUT -> cutDatabase(node);
                case STALLED_TRANSACTION -> stall(node, store);
            }
        }
        Thread.sleep(CALM);
    }

    private void say(String text, Object... values) {
        said.add(text.formatted(values));
        System.out.println(said.getLast());
    }

    private void struck(Trouble trouble, String node, Instant from, List<Integer> shards) {
        var until = Instant.now();
        chronicle.struck(trouble.kind(), from, until.plus(Nemesis.TRANSIT));
        moves.add(new Strike(trouble, node, from, until, shards));
    }

    private void leave(String node) throws Exception {
        var from = Instant.now();
        cluster.nodes().stop(node);
        var left = Instant.now();
        cluster.settle(cluster.nodes().alive().size());
        struck(Trouble.ROLLING_RESTART, node, from, List.of());
        say("%s left in %d ms", node, Duration.between(from, left).toMillis());
        Thread.sleep(CALM);
        cluster.start(node);
        cluster.settle();
        chronicle.struck(FaultKind.ORDERLY_MOVE, left, Instant.now().plus(Nemesis.TRANSIT));
    }

    private Map<String, String> owners() throws Exception {
        Map<String, String> owners = new TreeMap<>();
        for (JsonNode group : cluster.nodes().cluster("a").path("groups")) {
            for (JsonNode shard : group.path("shards")) {
                owners.put(
                        group.path("groupId").asText() + shard.path("index").asInt(),
                        shard.path("owner").asText() + " " + shard.path("epoch").asLong());
            }
        }
        return owners;
    }

    /** How often a node took another for dead, as one on starved cores may be. */
    private long evictions() {
        return cluster.nodes().alive().stream()
                .mapToLong(it -> cluster.nodes().process(it).said().split("NodeDead\\[", -1).length)
                .sum();
    }

    private void cutNodes() throws Exception {
        cluster.settle();
        long evictions = evictions();
        var before = owners();
        var from = Instant.now();
        var ways = cluster.ways().all();
        ways.forEach(Nemesis::cut);
        Map<Integer, Integer> told = new TreeMap<>();
        var foreign = cluster.nodes().shardsOf("b", "a");
        for (int i = 0; Duration.between(from, Instant.now()).compareTo(LONG_CUT) < 0; i++) {
            var id = Nodes.idsIn(foreign.get(i % foreign.size()), "hop" + i, 1).getFirst();
            var path = "/api/v1/timers/default/" + id;
            told.merge(cluster.nodes().ask("a", "DELETE", path, "").statusCode(), 1, Integer::sum);
            Thread.sleep(200);
        }
        ways.forEach(FaultProxy::pass);
        struck(Trouble.NODES_CUT, "all", from, List.of());
        var after = owners();
        say(
                "nodes cut for %d s: owners and epochs %s, nodes taken for dead %d; requests that needed a hop were told %s",
                LONG_CUT.toSeconds(),
                before.equals(after) ? "stayed" : "changed",
                evictions() - evictions,
                told);
        if (!before.equals(after) && evictions() == evictions) {
            throw new AssertionError("shards moved from " + before + " to " + after);
        }
        if (!told.keySet().equals(Set.of(503))) {
            throw new AssertionError("requests that needed a hop were told " + told);
        }
        cluster.settle();
    }

    private double attemptsOf(String node) throws Exception {
        var metrics = cluster.nodes().ask(node, "GET", "/metrics", "").body();
        return STARTED.matcher(metrics)
                .results()
                .mapToDouble(it -> Double.parseDouble(it.group(1)))
                .sum();
    }

    private void cutDatabase(String node) throws Exception {
        var shards = cluster.shardsOf(node);
        var from = Instant.now();
        Nemesis.cut(cluster.toDatabase(node));
        Thread.sleep(PROOF_IS_OVER);
        double first = attemptsOf(node);
        Thread.sleep(DATABASE_AWAY.minus(PROOF_IS_OVER));
        double last = attemptsOf(node);
        cluster.toDatabase(node).pass();
        var mended = Instant.now();
        while (!cluster.nodes().process(node).isReady(http)) {
            Thread.sleep(20);
        }
        say(
                "%s cut from the database: %.0f callbacks started after its proof had run out, of %.0f;"
                        + " ready %d ms after the end",
                node, last - first, last, Duration.between(mended, Instant.now()).toMillis());
        cluster.settle();
        struck(Trouble.DATABASE_CUT, node, from, shards);
        if (first == 0 || last > first) {
            throw new AssertionError("started " + first + ", then " + last);
        }
    }

    /** Answers of the database wait at the proxy, until the server stands in a transaction. */
    private void stall(String node, String store) throws Exception {
        var shards = cluster.shardsOf(node);
        var hung = Instant.now();
        cluster.toDatabase(node).hang(FROM_SERVER);
        Set<String> stuck = Set.of();
        while (stuck.isEmpty()) {
            if (Duration.between(hung, Instant.now()).compareTo(LONGEST_LOOK) > 0) {
                throw new AssertionError("no transaction stands at the database");
            }
            stuck = stuckTransactions(store);
        }
        var from = Instant.now();
        cluster.nodes().process(node).stall();
        stuck.retainAll(idleTransactions(store));
        cluster.toDatabase(node).pass();
        Thread.sleep(STALLED);
        cluster.nodes().process(node).goOn();
        cluster.settle();
        chronicle.struck(FaultKind.STORE_OUTAGE, hung, from.plus(Nemesis.TRANSIT));
        struck(Trouble.STALL, node, from, shards);
        say(
                "%s stalled with %d transactions open at the database, %d ms after answers stopped",
                node, stuck.size(), Duration.between(hung, from).toMillis());
        if (stuck.isEmpty()) {
            throw new AssertionError("no transaction was open");
        }
    }

    private Set<String> stuckTransactions(String store) throws Exception {
        var idle = idleTransactions(store);
        Thread.sleep(STUCK);
        idle.retainAll(idleTransactions(store));
        return idle;
    }

    private Set<String> idleTransactions(String store) throws Exception {
        var query = IDLE_TRANSACTIONS.get(store.replaceFirst("-.*", ""));
        if (query == null) {
            throw new IllegalArgumentException("only on " + IDLE_TRANSACTIONS.keySet());
        }
        var url = cluster.database().url();
        var driven = url.startsWith("jdbc:mysql:") ? url + "&permitMysqlScheme" : url;
        Set<String> transactions = new HashSet<>();
        try (var connection = DriverManager.getConnection(driven);
                var result = connection.createStatement().executeQuery(query)) {
            while (result.next()) {
                transactions.add(result.getString(1));
            }
        }
        return transactions;
    }
}
