package dev.belfry.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ReplicaDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

class TableLayoutTest {
    private static final Path MANUAL = Path.of("../../docs/operations/dynamodb.md");
    private static final Pattern REQUEST =
            Pattern.compile("```json\n(\\{\n {2}\"TableName\".*?)```", Pattern.DOTALL);

    @Test
    void theManualTellsTheRequestThatANodeCreatesTheTableWith() throws IOException {
        var manual = REQUEST.matcher(Files.readString(MANUAL));
        assertThat(manual.find()).as("a request in the manual").isTrue();

        var wire = new Wire();
        try (var client = wire.client()) {
            var creation = TableLayout.creation("belfry");
            assertThatThrownBy(() -> client.createTable(creation))
                    .hasMessageStartingWith(Wire.SEEN);
        }

        assertThat(wire.sent).containsExactly(JsonNode.parser().parse(manual.group(1)));
    }

    @Test
    void aTableWithACopyInAnotherRegionIsGlobal() {
        var copy = ReplicaDescription.builder().regionName("eu-west-1").build();

        assertThat(TableLayout.isGlobal(TableDescription.builder().build())).isFalse();
        assertThat(TableLayout.isGlobal(TableDescription.builder().replicas(copy).build()))
                .isTrue();
    }

    @Test
    void aTableOfTheFirstVersionOfGlobalTablesIsOne() {
        var described = TableDescription.builder().globalTableVersion("2017.11.29").build();

        assertThat(TableLayout.isGlobal(described)).isTrue();
    }

    /** Sees what would be sent, and lets nothing through. */
    private static final class Wire implements ExecutionInterceptor {
        static final String SEEN = "seen";

        final List<JsonNode> sent = new ArrayList<>();

        DynamoDbClient client() {
            return DynamoDbClient.builder()
                    .region(Region.EU_CENTRAL_1)
                    .endpointOverride(URI.create("http://127.0.0.1:1"))
                    .credentialsProvider(AnonymousCredentialsProvider.create())
                    .httpClientBuilder(UrlConnectionHttpClient.builder())
                    .overrideConfiguration(it -> it.addExecutionInterceptor(this))
                    .build();
        }

        @Override
        public void beforeTransmission(
                Context.BeforeTransmission context, ExecutionAttributes attributes) {
            try (InputStream body =
                    context.requestBody().orElseThrow().contentStreamProvider().newStream()) {
                sent.add(JsonNode.parser().parse(body));
            } catch (IOException e) {
                throw SdkClientException.create("unreadable", e);
            }
            throw SdkClientException.create(SEEN);
        }
    }
}
