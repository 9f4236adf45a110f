package dev.belfry.operate.access;

import static dev.belfry.core.Checks.require;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.belfry.core.InvalidValueException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The file that holds the API keys, as YAML. Immutable; the file is not. */
public final class KeyFile {
    private static final Set<String> FIELDS =
            Set.of("name", "sha256", "role", "groups", "created", "expires");

    private static final YAMLMapper YAML =
            new YAMLMapper(
                    YAMLFactory.builder()
                            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                            .build());

    private final Path path;
    private final InstantSource clock;

    public KeyFile(Path path, InstantSource clock) {
        this.path = path;
        this.clock = clock;
    }

    public Path path() {
        return path;
    }

    /**
     * The keys in it.
     *
     * @throws InvalidValueException if something in it can not be understood
     */
    public List<ApiKey> read() throws IOException {
        return parse(Files.readAllBytes(path));
    }

    /**
     * The keys in what was read from it.
     *
     * @throws InvalidValueException if something in it can not be understood
     */
    public Keyring keyring(byte[] bytes) {
        return new Keyring(parse(bytes), clock);
    }

    private List<ApiKey> parse(byte[] bytes) {
        var keys = new ArrayList<ApiKey>();
        for (var entry : tree(bytes).path("keys")) {
            keys.add(key(entry, "keys[%d]".formatted(keys.size())));
        }
        Keyring.requireFew(keys, clock.instant());
        return keys;
    }

    /** An empty file has no keys; one with anything else than keys is refused. */
    private static JsonNode tree(byte[] bytes) {
        try {
            var root = YAML.readTree(bytes);
            require(
                    root.isMissingNode() || root.isNull() || root.path("keys").isArray(),
                    "keys",
                    "must be a list of keys");
            return root;
        } catch (JsonProcessingException e) {
            throw new InvalidValueException(
                    "keys", "can not be read as YAML, line " + e.getLocation().getLineNr());
        } catch (IOException e) {
            throw new InvalidValueException("keys", "can not be read as YAML");
        }
    }

    private static ApiKey key(JsonNode entry, String at) {
        entry.fieldNames()
                .forEachRemaining(
                        name -> require(FIELDS.contains(name), at, "has an unknown '%s'", name));
        try {
            return new ApiKey(
                    new Caller(text(entry, "name"), role(entry), groups(entry)),
                    text(entry, "sha256"),
                    instant(entry, "created").orElse(Instant.EPOCH),
                    instant(entry, "expires"));
        } catch (InvalidValueException e) {
            throw new InvalidValueException(at + "." + e.field(), complaint(e));
        }
    }

    private static String complaint(InvalidValueException e) {
        return String.valueOf(e.getMessage()).substring(e.field().length() + 1);
    }

    private static String text(JsonNode entry, String name) {
        require(entry.path(name).isValueNode(), name, "is required");
        return entry.path(name).asText();
    }

    private static Role role(JsonNode entry) {
        var word = text(entry, "role");
        return Role.ofWord(word)
                .orElseThrow(
                        () ->
                                new InvalidValueException(
                                        "role", "must be read, write, operate or admin"));
    }

    private static GroupScope groups(JsonNode entry) {
        require(entry.path("groups").isArray(), "groups", "must be a list");
        var patterns = new ArrayList<String>();
        entry.path("groups").forEach(it -> patterns.add(it.asText()));
        return new GroupScope(patterns);
    }

    private static Optional<Instant> instant(JsonNode entry, String name) {
        if (!entry.hasNonNull(name)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.parse(entry.path(name).asText()));
        } catch (DateTimeParseException e) {
            throw new InvalidValueException(name, "must be like 2027-01-31T00:00:00Z");
        }
    }

    /** Changes the keys: whoever reads the file meanwhile sees them before or after, whole. */
    public void change(UnaryOperator<List<ApiKey>> change) throws IOException {
        var folder = path.toAbsolutePath().normalize().resolveSibling("");
        Files.createDirectories(folder);
        var guard = folder.resolve("." + path.getFileName() + ".lock");
        try (var channel =
                        FileChannel.open(
                                guard, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var _ = channel.lock()) {
            var keys = change.apply(current());
            Keyring.requireFew(keys, clock.instant());
            replace(folder, YAML.writeValueAsBytes(document(keys)));
        }
    }

    private List<ApiKey> current() throws IOException {
        try {
            return read();
        } catch (NoSuchFileException _) {
            return List.of();
        }
    }

    private static JsonNode document(List<ApiKey> keys) {
        var root = YAML.createObjectNode();
        var list = root.putArray("keys");
        for (var key : keys) {
            var entry = list.addObject();
            entry.put("name", key.caller().name());
            entry.put("role", key.caller().role().word());
            var groups = entry.putArray("groups");
            key.caller().groups().patterns().forEach(groups::add);
            entry.put("sha256", key.sha256());
            entry.put("created", key.created().toString());
            key.expires().ifPresent(it -> entry.put("expires", it.toString()));
        }
        return root;
    }

    /**
     * Readable by its owner alone: digests are no keys, but names and rights are nobody's affair.
     */
    private void replace(Path folder, byte[] bytes) throws IOException {
        var fresh =
                Files.createTempFile(
                        folder,
                        ".keys",
                        ".new",
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        try (var channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes));
            channel.force(true);
        }
        if (Files.exists(path)) {
            Files.setPosixFilePermissions(fresh, Files.getPosixFilePermissions(path));
        }
        Files.move(
                fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
