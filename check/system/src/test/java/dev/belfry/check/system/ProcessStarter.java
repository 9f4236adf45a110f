package dev.belfry.check.system;

import dev.belfry.check.processes.ServerProcess;
import dev.belfry.server.RunningServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** Starts each server in a process and a folder of its own. Immutable. */
public final class ProcessStarter implements RunningServer.Starter {
    @Override
    public RunningServer start(Map<String, String> settings) {
        var own = new HashMap<>(settings);
        int port = ServerProcess.freePort();
        own.put("http.port", "" + port);
        try (var http = HttpClient.newHttpClient()) {
            var folder = Files.createTempDirectory("belfry-test");
            var process = ServerProcess.start(folder, own);
            process.awaitReady(http);
            return new Running(process, port, folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private record Running(ServerProcess process, int port, Path folder) implements RunningServer {
        @Override
        public void close() {
            process.stop();
            try (var files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
