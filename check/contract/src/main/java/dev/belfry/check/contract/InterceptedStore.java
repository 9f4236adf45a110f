package dev.belfry.check.contract;

import dev.belfry.core.store.TimerStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;

/** A store whose every call, whatever its concern, goes through something of the caller's. */
public final class InterceptedStore {
    /** What stands before the calls of a store. */
    @FunctionalInterface
    public interface Interceptor {
        /**
         * Answers a call in place of the store, or lets it through.
         *
         * @param call the name of the method
         * @param real what the store itself would do
         */
        Object intercept(String call, Callable<Object> real) throws Exception;
    }

    private InterceptedStore() {}

    public static TimerStore of(TimerStore real, Interceptor interceptor) {
        return behind(TimerStore.class, real, interceptor);
    }

    private static <T> T behind(Class<T> type, T real, Interceptor interceptor) {
        return type.cast(
                Proxy.newProxyInstance(
                        InterceptedStore.class.getClassLoader(),
                        new Class<?>[] {type},
                        (_, method, arguments) -> {
                            Callable<Object> itself = () -> call(real, method, arguments);
                            return isConcern(method)
                                    ? concern(method.getReturnType(), itself.call(), interceptor)
                                    : interceptor.intercept(method.getName(), itself);
                        }));
    }

    private static boolean isConcern(Method method) {
        return method.getDeclaringClass() == TimerStore.class
                && method.getReturnType().isInterface()
                && method.getReturnType().getPackage() == TimerStore.class.getPackage();
    }

    private static <T> T concern(Class<T> type, Object real, Interceptor interceptor) {
        return behind(type, type.cast(real), interceptor);
    }

    private static Object call(Object real, Method method, Object[] arguments) throws Exception {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            throw e;
        }
    }
}
