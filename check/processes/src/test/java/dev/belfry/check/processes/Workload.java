package dev.belfry.check.processes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Clients that go on asking whether or not a server is there. Thread-safe. */
public final class Workload implements AutoCloseable {
    private static final int BULK_CLIENTS = 4;
    private static final int BUSY_CLIENTS = 3;

    /** Busy clients share so many timers, so that they meet each other and callbacks under way. */
    private static final int SHARED = 150;

    /** After so many operations the oldest shared timer is left alone. */
    private static final int OPERATIONS_PER_TIMER = 5;

    private final List<Client> clients;
    private final Wanted wanted;
    private final Pace pace;
    private final Supplier<Optional<String>> underWay;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> running = new ArrayList<>();
    private final AtomicInteger batches = new AtomicInteger();
    private final AtomicInteger operations = new AtomicInteger();
    private final AtomicInteger created = new AtomicInteger();
    private volatile int quota;
    private volatile boolean stopped;

    public Workload(Client client, Wanted wanted) {
        this(List.of(client), wanted, Pace.FAST, Optional::empty);
    }

    /**
     * Those of each kind share the clients.
     *
     * @param underWay a timer whose attempt is under way: changes are to meet attempts
     */
    public Workload(
            List<Client> clients, Wanted wanted, Pace pace, Supplier<Optional<String>> underWay) {
        this.clients = List.copyOf(clients);
        this.wanted = wanted;
        this.pace = pace;
        this.underWay = underWay;
    }

    /** How large batches are, and how long busy clients rest between two operations, at most. */
    public record Pace(int batch, int restMillis) {
        public static final Pace FAST = new Pace(100, 10);
    }

    public void start() {
        for (int i = 0; i < BULK_CLIENTS; i++) {
            var client = clients.get(i % clients.size());
            running.add(threads.submit(whileRunning(() -> oneBatch(client))));
        }
        for (int i = 0; i < BUSY_CLIENTS; i++) {
            var client = clients.get(i % clients.size());
            running.add(threads.submit(whileRunning(() -> oneOperation(client))));
        }
    }

    /** Lets so many timers be created in bulk, so that they spread over the run. */
    public void allow(int timers) {
        quota = timers;
    }

    /** How many timers of batches were acknowledged. */
    public int created() {
        return created.get();
    }

    /** How many operations were asked for one by one. */
    public int operations() {
        return operations.get();
    }

    /** Lets each client finish what it does; fails if one was told what it can not understand. */
    public void stop() throws InterruptedException, ExecutionException {
        stopped = true;
        for (var one : running) {
            one.get();
        }
    }

    @Override
    public void close() {
        stopped = true;
        threads.close();
    }

    /** Something a client does again and again. */
    private interface Act {
        void run() throws InterruptedException;
    }

    private Callable<Void> whileRunning(Act act) {
        return () -> {
            while (!stopped) {
                act.run();
            }
            return null;
        };
    }

    private void oneBatch(Client client) throws InterruptedException {
        if (created.get() >= quota || !client.isListening()) {
            Thread.sleep(20);
            return;
        }
        int batch = batches.incrementAndGet();
        var ids = IntStream.range(0, pace.batch()).mapToObj(i -> "b" + batch + "-" + i).toList();
        int acknowledged = client.createAll(ids, wanted);
        created.addAndGet(acknowledged);
        if (acknowledged == 0) {
            Thread.sleep(50);
        }
    }

    private void oneOperation(Client client) throws InterruptedException {
        var chance = ThreadLocalRandom.current();
        int number = operations.incrementAndGet();
        var shared = "m" + (number / OPERATIONS_PER_TIMER + chance.nextInt(SHARED));
        var id = chance.nextBoolean() ? shared : underWay.get().orElse(shared);
        switch (chance.nextInt(10)) {
            case 0, 1, 2 -> createTwiceAtTimes(client, id);
            case 3, 4 -> client.put(id, wanted.spec());
            case 5, 6 -> client.patch(id, wanted.patch());
            case 7, 8 -> client.delete(id);
            default -> client.get(id);
        }
        Thread.sleep(chance.nextInt(pace.restMillis()));
    }

    private void createTwiceAtTimes(Client client, String id) throws InterruptedException {
        var spec = wanted.spec();
        client.create(id, spec);
        if (ThreadLocalRandom.current().nextInt(4) == 0) {
            client.create(id, spec);
        }
    }
}
