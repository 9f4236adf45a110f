package dev.belfry.cli;

import dev.belfry.core.InvalidValueException;
import dev.belfry.operate.access.ApiKey;
import dev.belfry.operate.access.Caller;
import dev.belfry.operate.access.GroupScope;
import dev.belfry.operate.access.KeyFile;
import dev.belfry.operate.access.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What can be done with the file of API keys; servers read it again by themselves. */
@Command(
        name = "key",
        description = "Make, list and revoke API keys.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {KeyCommand.Create.class, KeyCommand.ListAll.class, KeyCommand.Revoke.class})
final class KeyCommand {
    private KeyCommand() {}

    /** Which file. */
    static final class Place {
        private final Terminal terminal;

        @Option(
                names = "--file",
                paramLabel = "FILE",
                description = "The file of keys (auth.keys of the server);%nelse BELFRY_AUTH_KEYS.")
        private Optional<Path> file = Optional.empty();

        Place(Terminal terminal) {
            this.terminal = terminal;
        }

        KeyFile open() {
            var path =
                    file.or(
                                    () ->
                                            Optional.ofNullable(
                                                            terminal.environment()
                                                                    .get("BELFRY_AUTH_KEYS"))
                                                    .filter(it -> !it.isBlank())
                                                    .map(Path::of))
                            .orElseThrow(
                                    () ->
                                            new CommandFailure(
                                                    ExitCode.OTHER,
                                                    "say which file: --file or BELFRY_AUTH_KEYS"));
            return new KeyFile(terminal.folder().resolve(path), terminal.clock());
        }

        void change(UnaryOperator<List<ApiKey>> change) {
            var opened = open();
            try {
                opened.change(change);
            } catch (IOException e) {
                throw new CommandFailure(
                        ExitCode.OTHER, "can not change %s: %s".formatted(opened.path(), e));
            } catch (InvalidValueException e) {
                throw refused(e);
            }
        }
    }

    private static CommandFailure refused(InvalidValueException e) {
        return new CommandFailure(ExitCode.REFUSED, String.valueOf(e.getMessage()));
    }

    @Command(
            name = "create",
            description = {
                "Make a key and print it, once: only its hash is kept.",
                "A second one of a name replaces the first without a gap."
            })
    static final class Create implements Runnable {
        private final Terminal terminal;
        @Mixin private Place place;

        @Option(names = "--name", required = true, description = "Whose it is, for people.")
        private String name = "";

        @Option(
                names = "--role",
                required = true,
                description = "${COMPLETION-CANDIDATES}; each may do more.")
        private Role role = Role.READ;

        @Option(
                names = "--groups",
                required = true,
                paramLabel = "GROUPS",
                description =
                        "Groups with commas between them; 'a*' is%nall that begin so, '*' is all.")
        private String groups = "";

        @Option(
                names = "--expires",
                paramLabel = "TIME",
                description = "When it ends: 90d, or an instant; else never.")
        private Optional<String> expires = Optional.empty();

        Create(Terminal terminal) {
            this.terminal = terminal;
            this.place = new Place(terminal);
        }

        @Override
        public void run() {
            var text = ApiKey.newText(new SecureRandom());
            var key = key(text, terminal.clock().instant().truncatedTo(ChronoUnit.SECONDS));
            place.change(
                    keys -> {
                        var more = new ArrayList<>(keys);
                        more.add(key);
                        return more;
                    });
            terminal.out().println(text);
            terminal.err().printf("Keep it: it is not shown again. Its id is %s.%n", key.id());
        }

        private ApiKey key(String text, Instant now) {
            try {
                var caller = new Caller(name, role, GroupScope.parse(groups));
                return ApiKey.of(text, caller, now, expires.map(it -> Times.parse(it, now)));
            } catch (InvalidValueException e) {
                throw refused(e);
            }
        }
    }

    @Command(name = "list", description = "List the keys, without the keys themselves.")
    static final class ListAll implements Runnable {
        private final Terminal terminal;
        @Mixin private Place place;

        ListAll(Terminal terminal) {
            this.terminal = terminal;
            this.place = new Place(terminal);
        }

        @Override
        public void run() {
            var table = new Table("ID", "NAME", "ROLE", "GROUPS", "CREATED", "EXPIRES");
            for (var key : keys()) {
                table.row(
                        key.id(),
                        key.caller().name(),
                        key.caller().role().word(),
                        key.caller().groups().toString(),
                        key.created().toString(),
                        expiry(key));
            }
            table.print(terminal.out());
        }

        private List<ApiKey> keys() {
            var file = place.open();
            try {
                return file.read();
            } catch (IOException e) {
                throw CommandFailure.unreadable(file.path(), e);
            } catch (InvalidValueException e) {
                throw refused(e);
            }
        }

        private String expiry(ApiKey key) {
            var now = terminal.clock().instant();
            return key.expires()
                    .map(it -> "%s (%s)".formatted(it, Times.relative(it, now)))
                    .orElse("never");
        }
    }

    @Command(name = "revoke", description = "Take a key away; servers notice within two seconds.")
    static final class Revoke implements Runnable {
        private final Terminal terminal;
        @Mixin private Place place;

        @Parameters(paramLabel = "ID", description = "The key's id, as 'belfry key list' shows it.")
        private String id = "";

        Revoke(Terminal terminal) {
            this.terminal = terminal;
            this.place = new Place(terminal);
        }

        @Override
        public void run() {
            place.change(this::without);
            terminal.err().printf("Key %s is revoked.%n", id);
        }

        private List<ApiKey> without(List<ApiKey> keys) {
            var others = keys.stream().filter(key -> !key.id().equals(id)).toList();
            if (others.size() == keys.size()) {
                throw new CommandFailure(ExitCode.NOT_FOUND, "there is no key '%s'".formatted(id));
            }
            return others;
        }
    }
}
