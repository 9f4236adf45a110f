package dev.belfry.bench.harness;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that each make a call, wait for its end and make the next, in threads. Thread-safe. */
public final class ThreadLoad {
    private final AtomicInteger next = new AtomicInteger();
    private final long[] latencies;

    /** Makes a call of this number. */
    public interface Client {
        void call(int number) throws Exception;
    }

    private ThreadLoad(int calls) {
        this.latencies = new long[calls];
    }

    /**
     * Makes calls until all are done.
     *
     * @param each how many timers a call has
     */
    public static LoadResult run(List<Client> clients, int calls, int each) throws Exception {
        var load = new ThreadLoad(calls);
        var tasks = clients.stream().map(load::task).toList();
        var threads =
                new ThreadPoolExecutor(
                        tasks.size(),
                        tasks.size(),
                        0,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>());
        try (threads) {
            // Their start is not measured, as little as that of connections over HTTP.
            threads.prestartAllCoreThreads();
            long start = System.nanoTime();
            for (var end : threads.invokeAll(tasks)) {
                end.get();
            }
            return LoadResult.of(load.latencies, System.nanoTime() - start, each, 0);
        }
    }

    private Callable<Void> task(Client client) {
        return () -> {
            for (int i = next.getAndIncrement(); i < latencies.length; i = next.getAndIncrement()) {
                long began = System.nanoTime();
                client.call(i);
                latencies[i] = System.nanoTime() - began;
            }
            return null;
        };
    }
}
