package dev.belfry.http.watch;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.belfry.http.api.Answer;
import dev.belfry.http.api.Reads;
import dev.belfry.http.api.Route;
import dev.belfry.http.auth.Access.Reach;
import dev.belfry.operate.access.Role;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** What can be read at the root: the metrics, and the description of the API. */
public final class Documents {
    private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";
    private static final String YAML = "application/yaml";
    private static final String JSON = "application/json";

    /** Made when the first one asks for it: a start should not wait for it. */
    private static final class OpenApiJson {
        static final byte[] BYTES = json(resource("/openapi.yaml"));
    }

    private Documents() {}

    /** Hundreds of figures are written out for each look at the metrics: not on a shared thread. */
    public static List<Route> routes(PrometheusMeterRegistry registry, Reads reads) {
        var openApi = resource("/openapi.yaml");
        return List.of(
                Route.get("/metrics", _ -> reads.look(() -> metrics(registry)))
                        .giving(METRICS)
                        .needing(Role.READ, Reach.ALL),
                Route.get(
                                "/openapi.yaml",
                                _ ->
                                        CompletableFuture.completedFuture(
                                                Answer.of(200, YAML, openApi)))
                        .giving(YAML)
                        .open(),
                Route.get(
                                "/openapi.json",
                                _ ->
                                        CompletableFuture.supplyAsync(
                                                () -> Answer.of(200, JSON, OpenApiJson.BYTES)))
                        .giving(JSON)
                        .open());
    }

    private static Answer metrics(PrometheusMeterRegistry registry) {
        return Answer.of(200, METRICS, registry.scrape().getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] json(byte[] yaml) {
        try {
            return new JsonMapper().writeValueAsBytes(new YAMLMapper().readTree(yaml));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] resource(String name) {
        try (var in = Objects.requireNonNull(Documents.class.getResourceAsStream(name), name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
