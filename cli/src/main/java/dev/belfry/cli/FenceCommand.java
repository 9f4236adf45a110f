package dev.belfry.cli;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.store.LeaseFence;
import dev.belfry.core.store.Members;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.Territory;
import dev.belfry.core.store.TimerStore;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.config.ConfigurationException;
import dev.belfry.server.Stores;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes what servers hold of a database worthless, after it was restored from a backup. */
@Command(
        name = "fence",
        description = {
            "After a restore of the database: no server of before can write to it any more.",
            "All servers must have ended; if one is alive, the exit code is 3."
        })
final class FenceCommand implements Runnable {
    private final Terminal terminal;
    @Mixin private SettingOptions settings;

    @Option(
            names = "--force",
            description =
                    "Although servers are alive: they lose their shards, and take them again.")
    private boolean force;

    FenceCommand(Terminal terminal) {
        this.terminal = terminal;
        this.settings = new SettingOptions(terminal);
    }

    @Override
    public void run() {
        var configuration = settings.configuration();
        try (var store = Stores.open(configuration)) {
            if (!force) {
                requireNobody(store, silence(configuration));
            }
            store.territories().forEach(this::fence);
        } catch (ConfigurationException | InvalidValueException e) {
            throw CommandFailure.refused(e);
        } catch (StoreException.Rejected e) {
            throw CommandFailure.refused(e);
        } catch (StoreException e) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE, e.getMessage() + "; run 'belfry fence' again");
        }
    }

    /** Whoever says nothing for so long is taken for dead. */
    private static Duration silence(Configuration configuration) {
        return configuration.cluster().evictAfter();
    }

    private static void requireNobody(TimerStore store, Duration silence) {
        var looks =
                store.territories().stream()
                        .map(Look::at)
                        .filter(it -> !it.members().nodes().isEmpty())
                        .toList();
        await(looks.isEmpty() ? Duration.ZERO : silence);
        var alive =
                looks.stream()
                        .flatMap(
                                it ->
                                        it
                                                .database()
                                                .store()
                                                .nodes()
                                                .members()
                                                .beatenSince(it.members())
                                                .stream())
                        .map(it -> it.incarnation().node().value())
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", "));
        if (!alive.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.CONFLICT,
                    "servers are alive on this database: %s. End them first, or say --force"
                            .formatted(alive));
        }
    }

    /** Who was a member of a database at one moment. */
    private record Look(Territory database, Members members) {
        static Look at(Territory database) {
            return new Look(database, database.store().nodes().members());
        }
    }

    private static void await(Duration silence) {
        try {
            Thread.sleep(silence);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.UNAVAILABLE, "interrupted; nothing was fenced");
        }
    }

    private void fence(Territory database) {
        int shards = new LeaseFence(database.store(), new SecureRandom()).raise();
        terminal.out()
                .println(
                        database.named(
                                "%d shards fenced: no lease of before is worth anything"
                                        .formatted(shards)));
    }
}
