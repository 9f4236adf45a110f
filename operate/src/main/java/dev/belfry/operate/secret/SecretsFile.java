package dev.belfry.operate.secret;

import static dev.belfry.core.Checks.require;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.belfry.core.InvalidValueException;
import dev.belfry.core.timer.CredentialName;
import dev.belfry.core.timer.GroupId;
import dev.belfry.operate.config.Secret;
import dev.belfry.operate.config.SigningKeys;
import dev.belfry.operate.egress.HostList;
import dev.belfry.operate.egress.SchemeList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads the YAML file that {@code callback.secrets} names. Its messages name what is wrong and show
 * nothing of it. Immutable.
 */
public final class SecretsFile {
    public static final String KEY = "callback.secrets";

    private static final String ALL = "*";
    private static final Set<String> KINDS = Set.of("bearer", "basic", "header");
    private static final Set<String> FIELDS =
            Set.of("bearer", "basic", "header", "hosts", "schemes", "groups");
    private static final YAMLMapper YAML =
            new YAMLMapper(
                    YAMLFactory.builder()
                            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                            .build());

    private final SigningKeys otherwise;

    /**
     * A reader of such files.
     *
     * @param otherwise sign what the file has no keys for
     */
    public SecretsFile(SigningKeys otherwise) {
        this.otherwise = otherwise;
    }

    public CallbackSecrets parse(byte[] bytes) {
        var root = tree(bytes);
        requireKnown(root, "", Set.of("signingKeys", "credentials"));
        var keys = new HashMap<String, SigningKeys>();
        root.path("signingKeys")
                .properties()
                .forEach(it -> keys.put(it.getKey(), keys(it.getKey(), it.getValue())));
        var forAll = Optional.ofNullable(keys.remove(ALL));
        return new CallbackSecrets(
                forAll.orElse(otherwise), byGroup(keys), credentials(root.path("credentials")));
    }

    private static Map<GroupId, SigningKeys> byGroup(Map<String, SigningKeys> keys) {
        var byGroup = new HashMap<GroupId, SigningKeys>();
        keys.forEach(
                (group, its) ->
                        byGroup.put(
                                located("signingKeys." + group, () -> new GroupId(group)), its));
        return byGroup;
    }

    private static JsonNode tree(byte[] bytes) {
        try {
            var root = YAML.readTree(bytes);
            return root.isMissingNode() || root.isNull() ? YAML.createObjectNode() : root;
        } catch (IOException _) {
            // Without its cause, whose message shows a line of the file.
            throw new InvalidValueException(KEY, "is not valid YAML");
        }
    }

    private static void requireKnown(JsonNode node, String at, Set<String> known) {
        require(node.isObject(), KEY, "%sis not an object", at);
        node.fieldNames()
                .forEachRemaining(
                        name -> require(known.contains(name), KEY, "%s%s is not known", at, name));
    }

    private static SigningKeys keys(String group, JsonNode text) {
        return located("signingKeys." + group, () -> SigningKeys.parse(text(text)));
    }

    private static Map<CredentialName, Credential> credentials(JsonNode nodes) {
        var credentials = new HashMap<CredentialName, Credential>();
        nodes.properties()
                .forEach(
                        it -> {
                            var at = "credentials." + it.getKey();
                            credentials.put(
                                    located(at, () -> CredentialName.of(it.getKey())),
                                    located(at, () -> credential(it.getValue(), at)));
                        });
        return credentials;
    }

    private static Credential credential(JsonNode node, String at) {
        requireKnown(node, at + ".", FIELDS);
        var kinds = KINDS.stream().filter(node::has).toList();
        require(kinds.size() == 1, "kind", "must be one of bearer, basic and header");
        require(node.has("hosts"), "hosts", "is missing");
        var header = header(kinds.getFirst(), text(node.path(kinds.getFirst())));
        return new Credential(
                header.getKey(),
                new Secret(header.getValue()),
                HostList.parse(text(node.path("hosts")), "hosts"),
                SchemeList.parse(
                        node.has("schemes") ? text(node.path("schemes")) : "https", "schemes"),
                node.has("groups")
                        ? Arrays.stream(text(node.path("groups")).split(","))
                                .map(String::strip)
                                .toList()
                        : List.of(ALL));
    }

    private static Map.Entry<String, String> header(String kind, String secret) {
        return switch (kind) {
            case "bearer" -> Map.entry("Authorization", "Bearer " + secret);
            case "basic" -> Map.entry("Authorization", "Basic " + base64(secret));
            default -> named(secret);
        };
    }

    private static String base64(String secret) {
        require(secret.contains(":"), "basic", "must be user:password");
        return Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8));
    }

    private static Map.Entry<String, String> named(String line) {
        var words = line.split(":", 2);
        require(words.length == 2, "header", "must be like 'X-Api-Key: secret'");
        return Map.entry(words[0].strip(), words[1].strip());
    }

    private static String text(JsonNode node) {
        require(node.isValueNode() && !node.isNull(), "value", "must be text");
        return node.asText().strip();
    }

    /** Says where in the file a complaint belongs. */
    private static <T> T located(String at, Supplier<T> part) {
        try {
            return part.get();
        } catch (InvalidValueException e) {
            throw new InvalidValueException(KEY, "%s: %s".formatted(at, e.getMessage()));
        }
    }
}
