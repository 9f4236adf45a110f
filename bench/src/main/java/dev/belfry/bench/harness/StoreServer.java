package dev.belfry.bench.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * A server of some database, by its name in scripts/databases.
 *
 * @param url of a database on it; others are made beside it and stay behind
 * @param isMine whether it was started here, and is to be stopped
 */
public record StoreServer(String name, String url, boolean isMine) implements Place, AutoCloseable {
    private static final Pattern PORT = Pattern.compile("127\\.0\\.0\\.1:([0-9]+)");

    public static StoreServer start(String name) throws IOException {
        boolean runs = listens(script("url", name));
        return new StoreServer(name, script("start", name), !runs);
    }

    private static boolean listens(String url) {
        var port = PORT.matcher(url);
        if (!port.find()) {
            return true;
        }
        try (var _ =
                new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port.group(1)))) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private static String script(String verb, String name) throws IOException {
        var process =
                new ProcessBuilder("scripts/database", verb, name)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException("scripts/database %s %s failed".formatted(verb, name));
        }
        return output.strip();
    }

    /** A database, keyspace or table; all but SQL's make theirs when they are opened. */
    @Override
    public String fresh(String name) throws SQLException {
        var unused = name + "_" + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
        if (url.startsWith("jdbc:")) {
            var driven = url.startsWith("jdbc:mysql:") ? url + "&permitMysqlScheme" : url;
            try (var connection = DriverManager.getConnection(driven);
                    var statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE " + unused);
            }
        }
        return url.replaceFirst("/[^/?]*(\\?|$)", "/" + unused + "$1");
    }

    @Override
    public boolean seesAll() {
        return false;
    }

    @Override
    public void close() throws IOException {
        if (isMine) {
            script("stop", name);
        }
    }
}
