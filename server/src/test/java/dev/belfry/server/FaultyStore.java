package dev.belfry.server;

import dev.belfry.check.contract.InterceptedStore;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** A store in memory whose calls fail as told, by name. */
public final class FaultyStore {
    private final MemoryTimerStore real = new MemoryTimerStore(InstantSource.system());
    private final Map<String, Supplier<StoreException>> faults = new ConcurrentHashMap<>();

    public void fail(String call, Supplier<StoreException> fault) {
        faults.put(call, fault);
    }

    public void mend() {
        faults.clear();
    }

    public TimerStore store() {
        return InterceptedStore.of(
                real,
                (call, itself) -> {
                    var fault = faults.get(call);
                    if (fault != null) {
                        throw fault.get();
                    }
                    return itself.call();
                });
    }
}
