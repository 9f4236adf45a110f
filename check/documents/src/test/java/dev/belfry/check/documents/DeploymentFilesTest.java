package dev.belfry.check.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The Dockerfile, the compose file and the workflow of CI, as far as they can be judged without an
 * engine: whatever they name is there.
 */
class DeploymentFilesTest {
    private static final String MAKEFILE = Repository.text("Makefile");
    private static final String SETTINGS = Repository.text("docs/configuration.md");
    private static final Pattern MAKE = Pattern.compile("(?m)(?:^|[&;] )make ([a-z-]+)");

    /** One instruction of the Dockerfile, with the lines that it goes on in. */
    private record Instruction(String name, String words) {
        List<String> list() {
            return List.of(words.split(" +"));
        }
    }

    private static List<Instruction> dockerfile() {
        var found = new ArrayList<Instruction>();
        Repository.text("deploy/Dockerfile")
                .replace("\\\n", " ")
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split(" ", 2))
                .forEach(it -> found.add(new Instruction(it[0], it[1])));
        return found;
    }

    private static List<Instruction> dockerfile(String name) {
        return dockerfile().stream().filter(it -> it.name().equals(name)).toList();
    }

    private static JsonNode read(String path) throws IOException {
        return Manifests.read(Repository.ROOT.resolve(path));
    }

    private static void requireTargets(String commands) {
        MAKE.matcher(commands)
                .results()
                .forEach(it -> assertThat(MAKEFILE).contains("\n" + it.group(1) + ":"));
    }

    @Test
    void whatTheDockerfileNamesIsThere() {
        var stages = new HashSet<String>();
        for (var instruction : dockerfile()) {
            switch (instruction.name()) {
                case "FROM" -> {
                    if (instruction.words().contains(" AS ")) {
                        stages.add(instruction.list().getLast());
                    }
                }
                case "COPY" -> requireSource(instruction, stages);
                case "RUN" -> requireTargets(instruction.words());
                case "ENV" ->
                        assertThat(SETTINGS)
                                .contains("`" + instruction.words().split("=", 2)[0] + "`");
                case "EXPOSE" ->
                        assertThat(SETTINGS)
                                .containsPattern(
                                        "`http.port` .*\\| `" + instruction.words() + "` \\|");
                default ->
                        assertThat(instruction.name())
                                .isIn(
                                        List.of(
                                                "USER",
                                                "WORKDIR",
                                                "VOLUME",
                                                "HEALTHCHECK",
                                                "ENTRYPOINT",
                                                "CMD"));
            }
        }
        assertThat(stages).isNotEmpty();
    }

    private static void requireSource(Instruction copy, Set<String> stages) {
        var first = copy.list().getFirst();
        if (first.startsWith("--from=")) {
            assertThat(stages).contains(first.substring("--from=".length()));
        } else {
            assertThat(Repository.ROOT.resolve(first)).exists();
        }
    }

    /** Of several folders that the host has built, the build could not know which one to take. */
    @Test
    void theArchiveThatIsTakenIsTheOneThatWasMade() throws IOException {
        assertThat(Repository.text("scripts/dist"))
                .contains("name=belfry-$version-$platform")
                .contains("folder=target/$name");
        assertThat(Repository.text("scripts/platform")).contains("linux");
        assertThat(dockerfile("RUN"))
                .anySatisfy(it -> assertThat(it.words()).contains("mv target/belfry-*-linux-* "));
        var left = Files.readAllLines(Repository.ROOT.resolve(".dockerignore"));
        assertThat(left).contains("**/target", "**/data", ".git");
        var ignored = Files.readAllLines(Repository.ROOT.resolve(".gitignore"));
        assertThat(ignored).contains("target/", "data/");
    }

    @Test
    void theContainerIsNotRootAndAsksForItsHealth() {
        var user = dockerfile("USER").getFirst().words();
        assertThat(user).matches("[1-9][0-9]*:[1-9][0-9]*");
        assertThat(Repository.text("scripts/image")).contains("\nuser=" + user.split(":")[0]);
        assertThat(dockerfile().indexOf(dockerfile("USER").getFirst()))
                .isLessThan(dockerfile().indexOf(dockerfile("ENTRYPOINT").getFirst()));
        var cli = "cli/src/main/java/dev/belfry/cli/";
        assertThat(dockerfile("ENTRYPOINT").getFirst().words()).isEqualTo("[\"belfry\"]");
        assertThat(dockerfile("CMD").getFirst().words()).isEqualTo("[\"serve\"]");
        assertThat(dockerfile("HEALTHCHECK").getFirst().words())
                .contains("CMD [\"belfry\", \"health\"]");
        assertThat(Repository.text(cli + "Serve.java")).contains("name = \"serve\"");
        assertThat(Repository.text(cli + "HealthCommand.java")).contains("name = \"health\"");
    }

    @Test
    void theComposeFileHasWhatItSpeaksOf() throws IOException {
        var compose = read("deploy/compose.yaml");
        var belfry = compose.at("/services/belfry");
        var context = Path.of("deploy").resolve(belfry.at("/build/context").asText()).normalize();
        var file = context.resolve(belfry.at("/build/dockerfile").asText());
        assertThat(Repository.ROOT.resolve(file)).exists();
        assertThat(belfry.path("ports")).hasSize(1);
        assertThat(belfry.at("/ports/0").asText()).isEqualTo("127.0.0.1:8080:8080");
        assertThat(belfry.path("read_only").asBoolean()).isTrue();
        for (var needed : belfry.path("depends_on").properties()) {
            var service = compose.at("/services/" + needed.getKey());
            assertThat(service.path("healthcheck").path("test")).isNotEmpty();
            assertThat(belfry.at("/environment/BELFRY_STORE_URL").asText())
                    .contains("//" + needed.getKey() + "/");
            for (var volume : service.path("volumes")) {
                assertThat(compose.path("volumes").has(volume.asText().split(":")[0])).isTrue();
            }
        }
        var text = Repository.text("deploy/compose.yaml");
        assertThat(text).doesNotContainPattern("(?i)password=[^$]");
        assertThat(Pattern.compile("\\$\\{[A-Z_]+(?!:\\?|[A-Z_])").matcher(text).find())
                .as("a variable that may be forgotten")
                .isFalse();
    }

    @Test
    void theWorkflowCallsWhatPeopleCall() throws IOException {
        var workflow = read(".github/workflows/ci.yml");
        assertThat(workflow.at("/permissions/contents").asText()).isEqualTo("read");
        var commands = new ArrayList<String>();
        for (var job : workflow.path("jobs").properties()) {
            var steps = job.getValue().path("steps");
            assertThat(job.getValue().path("timeout-minutes").asInt()).isPositive();
            assertThat(steps).isNotEmpty();
            var needed = job.getValue().path("needs").asText(job.getKey());
            assertThat(workflow.path("jobs").has(needed)).isTrue();
            for (var step : steps) {
                assertThat(step.has("run") ^ step.has("uses")).as(step.toString()).isTrue();
                assertThat(step.path("uses").asText("owner/action@v1"))
                        .matches("[a-z-]+/[a-z-]+@v[0-9]+");
                commands.add(step.path("run").asText());
            }
        }
        assertThat(commands).contains("make check", "make test");
        commands.forEach(DeploymentFilesTest::requireTargets);
    }
}
