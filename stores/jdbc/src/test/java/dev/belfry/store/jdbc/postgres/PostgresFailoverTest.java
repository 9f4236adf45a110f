package dev.belfry.store.jdbc.postgres;

import dev.belfry.store.jdbc.FailoverContract;
import dev.belfry.store.jdbc.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** A primary that is to become a standby takes no writes for as long as its clients still stay. */
@Tag("contract")
class PostgresFailoverTest implements FailoverContract {
    private static final PostgresSchema DATABASE =
            PostgresSchema.onServerOfItsOwn("postgres-failover");

    private static final String RELOAD = "SELECT pg_reload_conf()";

    @Override
    public TestDatabase database() {
        return DATABASE;
    }

    @Override
    public List<List<String>> demotions() {
        return List.of(List.of("ALTER SYSTEM SET default_transaction_read_only = on", RELOAD));
    }

    @Override
    public List<String> promotion() {
        return List.of("ALTER SYSTEM RESET default_transaction_read_only", RELOAD);
    }

    @Override
    public List<Loss> losses() {
        return List.of(loss("synchronous_commit"), loss("fsync"));
    }

    private static Loss loss(String setting) {
        return new Loss(
                setting + " is off",
                List.of("ALTER SYSTEM SET %s = off".formatted(setting), RELOAD),
                List.of("ALTER SYSTEM RESET " + setting, RELOAD));
    }
}
