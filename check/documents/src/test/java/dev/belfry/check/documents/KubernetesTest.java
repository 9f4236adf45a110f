package dev.belfry.check.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The Kustomize base and the compose file, as far as they can be judged without a cluster. */
class KubernetesTest {
    private static final Path BASE = Repository.ROOT.resolve("deploy/kubernetes");
    private static final String SETTINGS = Repository.text("docs/configuration.md");

    private static final List<JsonNode> OBJECTS = new ArrayList<>();

    @BeforeAll
    static void read() throws IOException {
        for (var resource : Manifests.read(BASE.resolve("kustomization.yaml")).path("resources")) {
            OBJECTS.addAll(Manifests.readAll(BASE.resolve(resource.asText())));
        }
    }

    private static JsonNode object(String kind, String name) {
        return OBJECTS.stream()
                .filter(it -> it.path("kind").asText().equals(kind))
                .filter(it -> it.at("/metadata/name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode pod() {
        return object("StatefulSet", "belfry").at("/spec/template");
    }

    private static JsonNode container() {
        return pod().at("/spec/containers/0");
    }

    @Test
    void everyFileOfTheFolderIsInTheBase() throws IOException {
        var resources = Manifests.read(BASE.resolve("kustomization.yaml")).path("resources");
        try (Stream<Path> files = Files.list(BASE)) {
            assertThat(files.map(it -> it.getFileName().toString()))
                    .filteredOn(it -> it.endsWith(".yaml") && !it.equals("kustomization.yaml"))
                    .containsExactlyInAnyOrderElementsOf(
                            resources.valueStream().map(JsonNode::asText).toList());
        }
        assertThat(OBJECTS)
                .allSatisfy(
                        it -> {
                            assertThat(it.path("apiVersion").asText()).isNotEmpty();
                            assertThat(it.at("/metadata/name").asText()).isNotEmpty();
                        });
    }

    @Test
    void whateverSelectsPodsSelectsThese() {
        var labels = pod().at("/metadata/labels");
        assertThat(object("Service", "belfry-nodes").at("/spec/selector")).isEqualTo(labels);
        assertThat(object("Service", "timers").at("/spec/selector")).isEqualTo(labels);
        assertThat(object("StatefulSet", "belfry").at("/spec/selector/matchLabels"))
                .isEqualTo(labels);
        assertThat(object("PodDisruptionBudget", "belfry").at("/spec/selector/matchLabels"))
                .isEqualTo(labels);
        assertThat(object("NetworkPolicy", "belfry").at("/spec/podSelector/matchLabels"))
                .isEqualTo(labels);
        assertThat(object("StatefulSet", "belfry").at("/spec/serviceName").asText())
                .isEqualTo("belfry-nodes");
    }

    @Test
    void portsAndPathsOfProbesAreThere() {
        var openApi = Repository.text("http/src/main/resources/openapi.yaml");
        var port = container().at("/ports/0/name").asText();
        for (var probe : List.of("startupProbe", "readinessProbe", "livenessProbe")) {
            var get = container().path(probe).path("httpGet");
            assertThat(get.path("port").asText()).isEqualTo(port);
            assertThat(openApi).contains("\n  " + get.path("path").asText() + ":\n");
        }
        for (int i : List.of(0, 1)) {
            assertThat(object("NetworkPolicy", "belfry").at("/spec/ingress/" + i + "/ports/0/port"))
                    .isEqualTo(container().at("/ports/" + i + "/containerPort"));
        }
    }

    @Test
    void nothingIsThereTwice() {
        for (var list : List.of("ports", "env", "volumeMounts")) {
            assertThat(container().path(list).valueStream().map(it -> it.path("name").asText()))
                    .isNotEmpty()
                    .doesNotHaveDuplicates();
        }
        assertThat(object("NetworkPolicy", "belfry").at("/spec/ingress").valueStream())
                .doesNotHaveDuplicates();
    }

    @Test
    void everyVariableIsASetting() throws IOException {
        var names = new ArrayList<String>();
        container().path("env").forEach(it -> names.add(it.path("name").asText()));
        var compose = Manifests.read(Repository.ROOT.resolve("deploy/compose.yaml"));
        compose.at("/services/belfry/environment").fieldNames().forEachRemaining(names::add);
        names.remove("POD_NAME");
        assertThat(names)
                .hasSizeGreaterThan(5)
                .allSatisfy(name -> assertThat(SETTINGS).contains("`" + name + "`"));
    }

    @Test
    void thePodIsLockedDownAndHasTimeToLeave() {
        assertThat(pod().at("/spec/securityContext/runAsNonRoot").asBoolean()).isTrue();
        var security = container().path("securityContext");
        assertThat(security.path("readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(security.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
        assertThat(pod().at("/spec/terminationGracePeriodSeconds").asInt()).isGreaterThan(30);
        assertThat(object("PodDisruptionBudget", "belfry").at("/spec/maxUnavailable").asInt())
                .isEqualTo(1);
    }

    @Test
    void volumesThatAreMountedAreThere() {
        var volumes =
                pod().at("/spec/volumes")
                        .valueStream()
                        .map(it -> it.path("name").asText())
                        .toList();
        assertThat(container().path("volumeMounts"))
                .allSatisfy(it -> assertThat(volumes).contains(it.path("name").asText()));
    }
}
