package dev.belfry.operate.config;

import dev.belfry.core.timer.GroupId;
import dev.belfry.operate.egress.EgressRules;
import dev.belfry.store.routed.ShardMap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All that an operator can set. Immutable. */
public record Configuration(
        HttpConfig http,
        AuthConfig auth,
        AuditConfig audit,
        DataConfig data,
        StoreConfig store,
        NodeConfig node,
        ClusterConfig cluster,
        EngineConfig engine,
        CallbackConfig callback,
        LimitsConfig limits,
        ConsoleConfig console,
        LogConfig log,
        TracingConfig tracing,
        SequencedMap<GroupId, GroupConfig> groups,
        Origins origins) {
    public Configuration {
        groups = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(groups));
    }

    /** All settings that hold, secrets hidden. */
    public List<InForce> inForce() {
        return InForce.of(this);
    }

    /** What is careless about how others reach the server, if they do and anything is. */
    public Optional<String> insecurity() {
        return Exposure.of(this).map(Exposure::text);
    }

    /**
     * Where the callbacks of a group may go, also of one that is declared nowhere. A server out of
     * the box may call its own machine; one that asks callers who they are is there for others too.
     */
    public Function<GroupId, EgressRules> egress() {
        var general =
                callback.egress()
                        .over(
                                http.isLoopback() && !auth.isOn()
                                        ? EgressRules.PUBLIC_AND_LOOPBACK
                                        : EgressRules.PUBLIC);
        var declared =
                groups.entrySet().stream()
                        .collect(
                                Collectors.toUnmodifiableMap(
                                        Map.Entry::getKey,
                                        it -> it.getValue().egress().over(general)));
        return group -> declared.getOrDefault(group, general);
    }

    /** Which of the databases holds which shards. */
    public ShardMap route() {
        return DatabaseChecks.route(this);
    }

    /**
     * Reads the configuration: defaults, over them the file, over it the environment, over it the
     * flags.
     *
     * @param file the YAML file to read, if there is one
     * @param environment of the process; only names that begin with {@code BELFRY_} count
     * @param flags by the path of the setting, such as {@code http.port}
     * @throws ConfigurationException if a key is unknown or a value can not be used
     */
    public static Configuration load(
            Optional<Path> file, Map<String, String> environment, Map<String, String> flags) {
        return load(file, environment, flags, Machine.here());
    }

    static Configuration load(
            Optional<Path> file,
            Map<String, String> environment,
            Map<String, String> flags,
            Machine machine) {
        return new Loader(Sources.read(file, environment, flags)).load(machine);
    }

    /**
     * The file to read: the one asked for, the one in BELFRY_CONFIG, or belfry.yaml if it is there.
     */
    public static Optional<Path> file(
            Optional<Path> asked, Map<String, String> environment, Path folder) {
        var usual = folder.resolve("belfry.yaml");
        return asked.or(() -> configured(environment))
                .or(() -> Optional.of(usual).filter(Files::exists));
    }

    private static Optional<Path> configured(Map<String, String> environment) {
        return Optional.ofNullable(environment.get("BELFRY_CONFIG"))
                .filter(name -> !name.isBlank())
                .map(Path::of);
    }

    /** The configuration of a server that was told nothing. */
    public static Configuration defaults() {
        return load(Optional.empty(), Map.of(), Map.of());
    }
}
