package dev.belfry.check.contract;

import static java.util.Objects.requireNonNull;

import dev.belfry.core.store.StoreException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Hands each test a store of its own, or a claimed shard in one, and closes it afterwards. On a
 * store that loses servers meanwhile, a test begins anew if a call ends without a definite answer.
 */
final class FixtureExtension implements ParameterResolver, InvocationInterceptor {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(FixtureExtension.class);

    /** A server that has died or come back is noticed by all after some of these. */
    private static final int BEGINNINGS = 20;

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return isGiven(parameter.getParameter().getType());
    }

    private static boolean isGiven(Class<?> type) {
        return type == StoreFixture.class || type == OwnedShard.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        return argument(parameter.getParameter().getType(), test);
    }

    private static Object argument(Class<?> type, ExtensionContext test) {
        for (int beginning = 1; ; beginning++) {
            try {
                var fixture = fixture(test);
                return type == StoreFixture.class ? fixture : fixture.own(SampleGroups.ONE);
            } catch (StoreException e) {
                requireAnother(beginning, e, test);
            }
        }
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation,
            ReflectiveInvocationContext<Method> method,
            ExtensionContext test)
            throws Throwable {
        try {
            invocation.proceed();
        } catch (Throwable e) {
            requireAnother(1, e, test);
            anew(method, test);
        }
    }

    private static void anew(ReflectiveInvocationContext<Method> method, ExtensionContext test)
            throws Throwable {
        for (int beginning = 2; ; beginning++) {
            try {
                method.getExecutable()
                        .invoke(method.getTarget().orElseThrow(), arguments(method, test));
                return;
            } catch (InvocationTargetException e) {
                requireAnother(beginning, requireNonNull(e.getCause()), test);
            }
        }
    }

    private static Object[] arguments(
            ReflectiveInvocationContext<Method> method, ExtensionContext test) {
        return Stream.of(method.getExecutable().getParameterTypes())
                .map(type -> argument(type, test))
                .toArray();
    }

    /** Throws the failure, or clears the way for the test to begin anew. */
    private static <E extends Throwable> void requireAnother(
            int beginning, E failure, ExtensionContext test) throws E {
        if (beginning == BEGINNINGS || !contract(test).losesServers() || !isOpen(failure)) {
            throw failure;
        }
        System.out.printf("%s begins anew: %s%n", test.getDisplayName(), failure);
        Rival.rest();
        Optional.ofNullable(test.getStore(NAMESPACE).remove(StoreFixture.class, StoreFixture.class))
                .ifPresent(StoreFixture::close);
    }

    /** Whether a failure says that a call has no definite answer, or none yet. */
    private static boolean isOpen(Throwable failure) {
        return Stream.<Throwable>iterate(failure, e -> e != null, Throwable::getCause)
                .anyMatch(
                        e ->
                                e instanceof StoreException.OutcomeUnknown
                                        || e instanceof StoreException.Unavailable);
    }

    private static StoreUnderTest contract(ExtensionContext test) {
        return (StoreUnderTest) test.getRequiredTestInstance();
    }

    /** JUnit closes what it finds in its store when the test is over. */
    private static StoreFixture fixture(ExtensionContext test) {
        return test.getStore(NAMESPACE)
                .computeIfAbsent(
                        StoreFixture.class,
                        _ -> new StoreFixture(contract(test)),
                        StoreFixture.class);
    }
}
