package dev.belfry.server;

import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
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
        return (TimerStore)
                Proxy.newProxyInstance(
                        FaultyStore.class.getClassLoader(),
                        new Class<?>[] {TimerStore.class},
                        (_, method, arguments) -> {
                            var fault = faults.get(method.getName());
                            if (fault != null) {
                                throw fault.get();
                            }
                            try {
                                return method.invoke(real, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }
}
