package dev.belfry.operate.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What was said about settings, and where; the later word of file, environment and flags holds.
 * Confined to the thread that loads.
 */
final class Sources {
    /** Variables of the launcher and the command line, which are no settings. */
    private static final Set<String> OTHERS =
            Set.of(
                    "BELFRY_CONFIG",
                    "BELFRY_URL",
                    "BELFRY_KEY",
                    "BELFRY_KEY_FILE",
                    "BELFRY_CA",
                    "BELFRY_JAVA_OPTS");

    private static final String FILE = "_FILE";

    /** What every program that is traced understands, and the setting that it stands for. */
    private static final Map<String, List<String>> STANDARD =
            Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", List.of("tracing", "endpoint"));

    private static final YAMLMapper YAML =
            new YAMLMapper(
                    YAMLFactory.builder()
                            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                            .build());

    /**
     * A value as it was written, and where.
     *
     * @param file that holds it, if a variable named one
     */
    record Given(String text, String origin, Optional<Path> file) {
        Given(String text, String origin) {
            this(text, origin, Optional.empty());
        }
    }

    private final List<Key> keys = Key.all();
    private final Map<List<String>, Given> values = new LinkedHashMap<>();
    private final Map<List<String>, SequencedSet<String>> names = new LinkedHashMap<>();

    private Sources() {}

    static Sources read(
            Optional<Path> file, Map<String, String> environment, Map<String, String> flags) {
        var sources = new Sources();
        STANDARD.forEach((name, path) -> sources.addStandard(name, path, environment));
        file.ifPresent(sources::addFile);
        new TreeMap<>(environment).forEach(sources::addVariable);
        flags.forEach(sources::addFlag);
        return sources;
    }

    Optional<Given> value(List<String> path) {
        return Optional.ofNullable(values.get(path));
    }

    Origins origins() {
        var origins = new LinkedHashMap<String, String>();
        values.forEach((path, given) -> origins.put(Key.dotted(path), given.origin()));
        return new Origins(origins);
    }

    /** Where the value of a setting comes from, to be put behind a complaint about it. */
    String originOf(String name) {
        return values.entrySet().stream()
                .filter(it -> Key.dotted(it.getKey()).equals(name))
                .findFirst()
                .map(it -> " (from " + it.getValue().origin() + ")")
                .orElse("");
    }

    /** The names that were given under a path, such as those of all groups, in order. */
    SequencedSet<String> names(List<String> head) {
        return names.computeIfAbsent(head, _ -> new LinkedHashSet<>());
    }

    private void addFile(Path file) {
        var origin = String.valueOf(file.getFileName());
        try {
            var root = YAML.readTree(Files.readString(file));
            if (!root.isMissingNode() && !root.isNull()) {
                addNode(List.of(), root, origin);
            }
        } catch (JsonProcessingException e) {
            // Without its cause, whose message shows a line of the file.
            throw new ConfigurationException(
                    "%s is not valid YAML: %s".formatted(file, YamlFailure.of(e)));
        } catch (NoSuchFileException e) {
            throw new ConfigurationException("%s does not exist".formatted(file), e);
        } catch (CharacterCodingException e) {
            throw new ConfigurationException("%s is not text in UTF-8".formatted(file), e);
        } catch (IOException e) {
            throw new ConfigurationException("%s can not be read: %s".formatted(file, e), e);
        }
    }

    private void addNode(List<String> path, JsonNode node, String origin) {
        boolean isGroup = path.size() == 2 && path.getFirst().equals(Key.GROUPS);
        if (isGroup) {
            names(List.of(Key.GROUPS)).add(path.getLast());
        }
        if (node.isObject()) {
            node.properties()
                    .forEach(
                            field ->
                                    addNode(
                                            Key.append(path, field.getKey()),
                                            field.getValue(),
                                            origin));
        } else if (!isNothing(node) || !isSection(path)) {
            addScalar(path, node, origin);
        }
    }

    /** A key with nothing behind it leaves the default as it is. */
    private static boolean isNothing(JsonNode node) {
        return node.isNull() || (node.isTextual() && node.asText().isEmpty());
    }

    private boolean isSection(List<String> path) {
        return keys.stream().anyMatch(key -> key.beginsWith(path) && !key.is(path));
    }

    private void addScalar(List<String> path, JsonNode node, String origin) {
        var name = Key.dotted(path);
        var known = keys.stream().anyMatch(key -> key.is(path));
        if (!known && isSection(path)) {
            throw new ConfigurationException(
                    "%s: '%s' holds settings of its own and can not be a value"
                            .formatted(origin, name));
        }
        if (!known) {
            throw unknown(origin + ": unknown key", name, Key::name);
        }
        if (!node.isValueNode()) {
            throw new ConfigurationException(
                    "%s: '%s' must be a single value".formatted(origin, name));
        }
        if (!isNothing(node)) {
            put(path, new Given(node.asText(), origin));
        }
    }

    /** An empty variable is one that was not set: scripts and containers can not take it away. */
    private void addVariable(String name, String text) {
        if (!name.startsWith(Key.PREFIX)
                || OTHERS.contains(name)
                || text.isBlank()
                || KubernetesVariables.made(name, text)) {
            return;
        }
        var secret = secretOf(name);
        if (secret.isPresent()) {
            addSecretFile(secret.get(), name, Path.of(text));
            return;
        }
        var path = first(key -> key.pathOfVariable(name, this::names));
        put(
                path.orElseThrow(
                        () -> unknown("unknown environment variable", name, Key::variable)),
                new Given(text, name));
    }

    private void addStandard(String name, List<String> path, Map<String, String> environment) {
        var text = environment.getOrDefault(name, "");
        if (!text.isBlank()) {
            put(path, new Given(text, name));
        }
    }

    /** For each secret there is a variable that names a file which holds it. */
    private Optional<List<String>> secretOf(String name) {
        return name.endsWith(FILE)
                ? first(
                        key ->
                                key.isSecret()
                                        ? key.pathOfVariable(withoutFile(name), this::names)
                                        : Optional.empty())
                : Optional.empty();
    }

    private static String withoutFile(String name) {
        return name.substring(0, name.length() - FILE.length());
    }

    private void addSecretFile(List<String> path, String name, Path file) {
        var former = value(path).map(Given::origin).orElse("");
        if (former.equals(withoutFile(name))) {
            throw new ConfigurationException(
                    "%s and %s are both set; leave one of them out".formatted(former, name));
        }
        put(path, new Given(read(file, name), name, Optional.of(file)));
    }

    private static String read(Path file, String origin) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new ConfigurationException(
                    "%s: %s can not be read (%s)"
                            .formatted(origin, file, e.getClass().getSimpleName()));
        }
    }

    private void addFlag(String name, String text) {
        var path = first(key -> key.pathOf(name));
        put(
                path.orElseThrow(() -> unknown("unknown setting", name, Key::name)),
                new Given(text, "the command line"));
    }

    /** Of several keys that fit, the one that leaves the shortest name of a group. */
    private Optional<List<String>> first(Function<Key, Optional<List<String>>> pathOf) {
        return keys.stream()
                .flatMap(key -> pathOf.apply(key).stream())
                .min(Comparator.comparingInt(path -> path.get(1).length()));
    }

    private void put(List<String> path, Given given) {
        keys.stream()
                .filter(key -> key.isNamed() && key.is(path))
                .forEach(key -> names(key.head()).add(key.nameIn(path)));
        values.put(path, given);
    }

    /** A name that begins as those of groups do is compared with those only. */
    private ConfigurationException unknown(String what, String name, Function<Key, String> known) {
        boolean ofGroup = name.matches("(groups[.]|BELFRY_GROUPS_).*");
        var names = keys.stream().filter(key -> !ofGroup || key.isOfGroup()).map(known);
        return new ConfigurationException(
                "%s '%s'; did you mean '%s'?".formatted(what, name, Key.nearest(name, names)));
    }
}
