package dev.belfry.cli;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;

/** What was measured of nodes and databases, with its date: a plan rests on it. Immutable. */
final class CapacityFigures {
    /** What bounds a database. */
    enum Kind {
        FILE,
        SERVER,
        CLUSTER,
        UNITS
    }

    /** The databases that were measured. */
    enum Database {
        SQLITE,
        POSTGRES,
        MYSQL,
        CASSANDRA,
        MONGODB,
        DYNAMODB
    }

    private final Properties all = new Properties();

    CapacityFigures() {
        try (var in = CapacityFigures.class.getResourceAsStream("capacity.properties")) {
            all.load(new InputStreamReader(Objects.requireNonNull(in), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String text(String name) {
        return Objects.requireNonNull(all.getProperty(name), name);
    }

    double number(String name) {
        return Double.parseDouble(text(name));
    }

    double of(Database database, String name) {
        return number(word(database) + "." + name);
    }

    /** One, unless the database keeps copies by itself. */
    double replicas(Database database) {
        return Double.parseDouble(all.getProperty(word(database) + ".replicas", "1"));
    }

    Kind kind(Database database) {
        return Kind.valueOf(text(word(database) + ".kind").toUpperCase(Locale.ROOT));
    }

    private static String word(Database database) {
        return database.name().toLowerCase(Locale.ROOT);
    }
}
