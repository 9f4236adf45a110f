package dev.belfry.check.browser;

import dev.belfry.check.processes.DatabaseProcess;
import dev.belfry.check.processes.Nodes;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The console while servers come and go. */
@Tag("system")
class ConsoleOutageTest {
    @Test
    void theConsoleSaysThatTheServerIsAwayAndGoesOnWhenItIsBack(@TempDir Path folder)
            throws Exception {
        try (var server = ConsoleServer.start(folder);
                var chromium = Chromium.launch();
                var visitor = chromium.visitor(server.address())) {
            visitor.open("/");
            visitor.sees(visitor.page().locator("[data-state=open]"));
            server.stop();
            visitor.sees("does not answer.");
            server.start();
            visitor.page().locator(".banner").waitFor(Waits.GONE);
            visitor.sees(visitor.page().locator("[data-state=open]"));
            server.create("default", "after-all", Duration.ofHours(1));
            visitor.link("Timers").click();
            visitor.sees("after-all");
        }
    }

    @Test
    @Timeout(value = 4, unit = TimeUnit.MINUTES)
    void aNodeThatIsKilledIsSeenToGoAndItsShardsToMove(@TempDir Path folder) throws Exception {
        var database = DatabaseProcess.of("postgres", "console");
        database.start();
        try (var nodes = new Nodes(HttpClient.newHttpClient(), folder, "east", "west");
                var chromium = Chromium.launch()) {
            for (var name : nodes.names()) {
                nodes.start(name, database.url());
            }
            nodes.awaitReady();
            nodes.awaitSettled("east", 2);
            try (var visitor = chromium.visitor("http://127.0.0.1:" + nodes.port("east"))) {
                visitor.open("/");
                visitor.awaits(aliveNodes(2));
                var group = chromium.visitor("http://127.0.0.1:" + nodes.port("east"));
                group.open("/groups/default");
                group.awaits("() => document.querySelectorAll('.heat .cell').length === 16");
                nodes.kill("west");
                visitor.sees(visitor.page().locator(".alarms").getByText("west"));
                visitor.awaits(aliveNodes(1));
                nodes.awaitSettled("east", 1);
                group.awaits(
                        "() => /^east\\s+16\\s/.test(document.querySelector('[aria-label=\"Balance of nodes\"] tbody').innerText.trim())");
                group.sees(group.page().locator("table[aria-label=Moves]").getByText("east"));
                visitor.behaved();
                group.behaved();
            }
        } finally {
            database.remove();
        }
    }

    private static String aliveNodes(int count) {
        return "() => document.querySelectorAll('[aria-label=Nodes] .badge.ok').length === "
                + count;
    }
}
