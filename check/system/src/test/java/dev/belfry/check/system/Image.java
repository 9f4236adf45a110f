package dev.belfry.check.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The OCI image of {@code make dist}, unpacked and run as an engine would: its own root, which is
 * read-only, its own user, nothing of this machine but the network. Confined to one thread.
 */
final class Image {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What an engine does before it starts a container; the last line becomes the program. */
    private static final String CONTAINER =
            """
            set -e
            root=$1 user=$2; shift 2
            mount --bind "$root" "$root"
            mount --rbind /proc "$root/proc"
            mount -o remount,ro,bind "$root"
            mount -t tmpfs -o "uid=${user%:*},mode=700" tmpfs "$root/var/lib/belfry"
            exec chroot --userspec="$user" "$root" "$@"
            """;

    private final Path layout;
    private final Path root;
    private final JsonNode config;

    private Image(Path layout, Path root, JsonNode config) {
        this.layout = layout;
        this.root = root;
        this.config = config;
    }

    static Image unpack(Path folder) throws Exception {
        var layout = Files.createDirectories(folder.resolve("layout"));
        var root = Files.createDirectories(folder.resolve("root"));
        tar("-xf", Distribution.madeByDist(".oci.tar"), layout);
        var index = JSON.readTree(layout.resolve("index.json").toFile());
        var manifest = JSON.readTree(blob(layout, index.path("manifests").get(0)).toFile());
        for (var layer : manifest.path("layers")) {
            tar("-xzf", blob(layout, layer), root);
        }
        // These two are what every engine puts in.
        Files.writeString(root.resolve("etc/resolv.conf"), "nameserver 127.0.0.1\n");
        Files.writeString(root.resolve("etc/hosts"), "127.0.0.1 localhost\n");
        return new Image(
                layout, root, JSON.readTree(blob(layout, manifest.path("config")).toFile()));
    }

    private static void tar(String verb, Path archive, Path folder) throws Exception {
        var tar = List.of("tar", verb, archive.toString(), "-C", folder.toString());
        assertThat(new ProcessBuilder(tar).inheritIO().start().waitFor()).isZero();
    }

    /** The file that a descriptor means, which must be as long as it says and hold what it says. */
    private static Path blob(Path layout, JsonNode descriptor) throws Exception {
        var digest = descriptor.path("digest").asText().replace("sha256:", "");
        var file = layout.resolve("blobs").resolve("sha256").resolve(digest);
        var bytes = Files.readAllBytes(file);
        assertThat(bytes).hasSize(descriptor.path("size").asInt());
        var sum = MessageDigest.getInstance("SHA-256").digest(bytes);
        assertThat(HexFormat.of().formatHex(sum)).isEqualTo(digest);
        return file;
    }

    Path root() {
        return root;
    }

    Path layout() {
        return layout;
    }

    /** How a container of it runs, as the image says. */
    JsonNode config() {
        return config.path("config");
    }

    Process start(Path log, Map<String, String> variables, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of("unshare", "--mount"));
        var user = config().path("User").asText();
        if (!System.getProperty("user.name").equals("root")) {
            command.add("--map-root-user");
            user = "0:0";
        }
        command.addAll(List.of("sh", "-c", CONTAINER, "sh", root.toString(), user));
        config().path("Entrypoint").forEach(word -> command.add(word.asText()));
        command.addAll(List.of(arguments));
        var builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        var path = builder.environment().get("PATH");
        builder.environment().clear();
        builder.environment().put("PATH", path);
        config().path("Env")
                .forEach(
                        it -> {
                            var pair = it.asText().split("=", 2);
                            builder.environment().put(pair[0], pair[1]);
                        });
        builder.environment().putAll(variables);
        return builder.start();
    }

    /** Runs a command to its end and gives back what it said. */
    String run(Path log, Map<String, String> variables, String... arguments) throws Exception {
        var process = start(log, variables, arguments);
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        var said = Files.readString(log);
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }
}
