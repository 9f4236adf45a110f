package dev.belfry.check.contract;

/** All of the contract: a store's test class implements this and opens a store. */
public interface TimerStoreContract
        extends CreateContract,
                PutContract,
                PatchContract,
                DeleteContract,
                SettleContract,
                ScheduleContract,
                PageContract,
                OrderContract,
                IdentityContract,
                ContentContract,
                LookupContract,
                KeptContract,
                MarkContract,
                AtomicityContract,
                FenceContract,
                ConcurrentFenceContract,
                UnknownOutcomeContract,
                ClaimContract,
                ReleaseContract,
                GroupContract,
                RecordsContract,
                MembershipContract,
                DurabilityContract,
                VolumeContract,
                ModelContract {}
