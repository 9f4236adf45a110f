package dev.belfry.bench;

import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.store.Territory;
import dev.belfry.core.store.TimerStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;

/** A store that takes one change at a time, so that nothing shares a commit. */
final class OneByOne {
    private OneByOne() {}

    static TimerStore of(TimerStore store) {
        return (TimerStore)
                Proxy.newProxyInstance(
                        OneByOne.class.getClassLoader(),
                        new Class<?>[] {TimerStore.class},
                        (self, method, arguments) ->
                                switch (method.getName()) {
                                    case "limits" -> one(store.limits());
                                    case "territories" -> territories((TimerStore) self, store);
                                    default -> call(store, method, arguments);
                                });
    }

    private static StoreLimits one(StoreLimits limits) {
        return new StoreLimits(
                1, limits.bytesPerShard(), 1, limits.parallelCalls(), limits.parallelCalls());
    }

    /** A database of several would have a way past this one. */
    private static List<Territory> territories(TimerStore self, TimerStore store) {
        var only = store.territories().getFirst();
        return List.of(new Territory(only.name(), self, only.holds()));
    }

    private static Object call(TimerStore store, Method method, Object[] arguments)
            throws Throwable {
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
