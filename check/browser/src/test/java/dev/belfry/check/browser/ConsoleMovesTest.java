package dev.belfry.check.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.processes.ServerProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console while shards move from one database to another. */
@Tag("system")
class ConsoleMovesTest {
    @Test
    void movesBetweenDatabasesAreShownWithHowFarTheyAre(@TempDir Path folder) throws Exception {
        int port = ServerProcess.freePort();
        var http = HttpClient.newHttpClient();
        var server =
                ServerProcess.start(
                        folder,
                        Map.of(
                                "http.port", "" + port,
                                "store.databases.east", "sqlite:" + folder.resolve("east.db"),
                                "store.databases.west", "sqlite:" + folder.resolve("west.db"),
                                "groups.default.shards", "2",
                                "groups.default.databases", "east"));
        try (var chromium = Chromium.launch();
                var visitor = chromium.visitor("http://127.0.0.1:" + port)) {
            server.awaitReady(http);
            var moves =
                    URI.create("http://127.0.0.1:%d/api/v1/groups/default/moves".formatted(port));
            var asked =
                    http.send(
                            HttpRequest.newBuilder(moves)
                                    .header("Content-Type", "application/json")
                                    .POST(BodyPublishers.ofString("{\"to\": \"west\"}"))
                                    .build(),
                            BodyHandlers.ofString());
            assertThat(asked.statusCode()).as(asked.body()).isEqualTo(202);

            visitor.open("/groups/default");

            visitor.sees("Moves between databases");
            var table = visitor.page().locator("table[aria-label='Moves between databases']");
            visitor.sees(table.getByText("done").nth(1));
            visitor.behaved();
        } finally {
            server.stop();
        }
    }
}
