package dev.belfry.cli;

import dev.belfry.core.InvalidValueException;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.config.ConfigurationException;
import dev.belfry.operate.config.VisibleSecrets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the settings of a server come from. */
final class SettingOptions {
    private final Terminal terminal;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The YAML file; else BELFRY_CONFIG, else ./belfry.yaml if it is there.")
    private Optional<Path> config = Optional.empty();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "The same as --set http.port=PORT.")
    private Optional<String> port = Optional.empty();

    @Option(
            names = "--data-dir",
            paramLabel = "FOLDER",
            description = "The same as --set data.dir=FOLDER.")
    private Optional<String> dataDir = Optional.empty();

    @Option(
            names = "--store-url",
            paramLabel = "URL",
            description = "The same as --set store.url=URL; without a password.")
    private Optional<String> storeUrl = Optional.empty();

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description =
                    "Any setting, by its path; may be repeated.%nSecrets are not taken: set BELFRY_..._FILE.")
    private Map<String, String> settings = new LinkedHashMap<>();

    SettingOptions(Terminal terminal) {
        this.terminal = terminal;
    }

    Configuration configuration() {
        try {
            var environment = terminal.environment();
            var file = Configuration.file(config, environment, terminal.folder());
            var flags = flags();
            VisibleSecrets.refuse(flags);
            return Configuration.load(file, environment, flags);
        } catch (ConfigurationException | InvalidValueException e) {
            throw CommandFailure.refused(e);
        }
    }

    private Map<String, String> flags() {
        var flags = new LinkedHashMap<>(settings);
        port.ifPresent(it -> flags.put("http.port", it));
        dataDir.ifPresent(it -> flags.put("data.dir", it));
        storeUrl.ifPresent(it -> flags.put("store.url", it));
        return flags;
    }
}
