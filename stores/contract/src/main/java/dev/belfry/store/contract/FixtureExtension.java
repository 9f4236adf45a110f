package dev.belfry.store.contract;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Hands each test a store of its own, or a claimed shard in one, and closes it afterwards. */
final class FixtureExtension implements ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(FixtureExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        var type = parameter.getParameter().getType();
        return type == StoreFixture.class || type == OwnedShard.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        var fixture = fixture(test);
        return parameter.getParameter().getType() == StoreFixture.class
                ? fixture
                : fixture.own(Groups.ONE);
    }

    /** JUnit closes what it finds in its store when the test is over. */
    private static StoreFixture fixture(ExtensionContext test) {
        var contract = (StoreUnderTest) test.getRequiredTestInstance();
        return test.getStore(NAMESPACE)
                .computeIfAbsent(
                        StoreFixture.class, _ -> new StoreFixture(contract), StoreFixture.class);
    }
}
