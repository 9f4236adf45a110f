package dev.belfry.system;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Clients that go on asking whether or not a server is there. Thread-safe. */
final class Workload implements AutoCloseable {
    private static final int BATCH = 100;
    private static final int BULK_CLIENTS = 4;
    private static final int BUSY_CLIENTS = 3;

    /** Busy clients share so many timers, so that they meet each other and callbacks under way. */
    private static final int SHARED = 150;

    /** After so many operations the oldest shared timer is left alone. */
    private static final int OPERATIONS_PER_TIMER = 5;

    private final Client client;
    private final Wanted wanted;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> running = new ArrayList<>();
    private final AtomicInteger batches = new AtomicInteger();
    private final AtomicInteger operations = new AtomicInteger();
    private final AtomicInteger created = new AtomicInteger();
    private volatile int quota;
    private volatile boolean stopped;

    Workload(Client client, Wanted wanted) {
        this.client = client;
        this.wanted = wanted;
    }

    void start() {
        for (int i = 0; i < BULK_CLIENTS; i++) {
            running.add(threads.submit(whileRunning(this::oneBatch)));
        }
        for (int i = 0; i < BUSY_CLIENTS; i++) {
            running.add(threads.submit(whileRunning(this::oneOperation)));
        }
    }

    /** Lets so many timers be created in bulk, so that they spread over the run. */
    void allow(int timers) {
        quota = timers;
    }

    /** How many timers of batches were acknowledged. */
    int created() {
        return created.get();
    }

    /** How many operations were asked for one by one. */
    int operations() {
        return operations.get();
    }

    /** Lets each client finish what it does; fails if one was told what it can not understand. */
    void stop() throws InterruptedException, ExecutionException {
        stopped = true;
        for (var client : running) {
            client.get();
        }
    }

    @Override
    public void close() {
        stopped = true;
        threads.close();
    }

    /** Something a client does again and again. */
    private interface Act {
        void run() throws IOException, InterruptedException;
    }

    private Callable<Void> whileRunning(Act act) {
        return () -> {
            while (!stopped) {
                act.run();
            }
            return null;
        };
    }

    private void oneBatch() throws IOException, InterruptedException {
        if (created.get() >= quota || !client.isListening()) {
            Thread.sleep(20);
            return;
        }
        int batch = batches.incrementAndGet();
        var ids = IntStream.range(0, BATCH).mapToObj(i -> "b" + batch + "-" + i).toList();
        int acknowledged = client.createAll(ids, wanted);
        created.addAndGet(acknowledged);
        if (acknowledged == 0) {
            Thread.sleep(50);
        }
    }

    private void oneOperation() throws IOException, InterruptedException {
        var chance = ThreadLocalRandom.current();
        int number = operations.incrementAndGet();
        var id = "m" + (number / OPERATIONS_PER_TIMER + chance.nextInt(SHARED));
        switch (chance.nextInt(10)) {
            case 0, 1, 2 -> createTwiceAtTimes(id);
            case 3, 4 -> client.put(id, wanted.spec());
            case 5, 6 -> client.patch(id, wanted.patch());
            case 7, 8 -> client.delete(id);
            default -> client.get(id);
        }
        Thread.sleep(chance.nextInt(10));
    }

    private void createTwiceAtTimes(String id) throws IOException, InterruptedException {
        var spec = wanted.spec();
        client.create(id, spec);
        if (ThreadLocalRandom.current().nextInt(4) == 0) {
            client.create(id, spec);
        }
    }
}
