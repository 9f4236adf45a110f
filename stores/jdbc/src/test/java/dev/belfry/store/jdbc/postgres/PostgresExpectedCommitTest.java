package dev.belfry.store.jdbc.postgres;

import dev.belfry.check.contract.AtomicityContract;
import dev.belfry.check.contract.ConcurrentFenceContract;
import dev.belfry.check.contract.CreateContract;
import dev.belfry.check.contract.FenceContract;
import dev.belfry.check.contract.KeptContract;
import dev.belfry.check.contract.MarkContract;
import dev.belfry.check.contract.ModelContract;
import dev.belfry.check.contract.ScheduleContract;
import dev.belfry.check.contract.SettleContract;
import dev.belfry.check.contract.UnknownOutcomeContract;
import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.ForgetfulStore;
import dev.belfry.store.jdbc.ServerUnderTest;
import dev.belfry.store.jdbc.TestDatabase;

/** What the contract says of commits, where each is tried in one round trip first. */
class PostgresExpectedCommitTest
        implements CreateContract,
                SettleContract,
                ScheduleContract,
                KeptContract,
                MarkContract,
                AtomicityContract,
                FenceContract,
                ConcurrentFenceContract,
                UnknownOutcomeContract,
                ModelContract,
                ServerUnderTest {
    @Override
    public TestDatabase database() {
        return PostgresSchema.SHARED;
    }

    @Override
    public TimerStore open() {
        return new ForgetfulStore(database().opening());
    }

    @Override
    public TimerStore another(TimerStore open) {
        return open();
    }
}
