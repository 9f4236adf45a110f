package dev.belfry.http.transport;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Factories of parsers for JSON whose names strangers choose. A factory keeps a table of the names
 * it has seen, and refuses a text with many that collide, each of which it would have to compare
 * with all others. But the table is then broken (Jackson 2.22) and one text's names may lie where
 * those of the next would go. So a factory is used by one text at a time, and by no other after it
 * has refused one. Thread-safe.
 */
public final class NameTables {
    /** About as many as there are cores: a text is read at one go. */
    private static final int IDLE = 16;

    private final JsonFactory model;
    private final Queue<JsonFactory> idle = new ArrayBlockingQueue<>(IDLE);

    /** Reads a whole text with parsers of a factory. */
    public interface Reader<T, E extends Exception> {
        T read(JsonFactory json) throws IOException, E;
    }

    /** Factories such as this one. */
    public NameTables(JsonFactory model) {
        this.model = model;
    }

    /** Reads a text, twice if the names of earlier ones may have been in its way. */
    public <T, E extends Exception> T read(Reader<T, E> reader) throws IOException, E {
        var used = idle.poll();
        if (used == null) {
            return read(model.copy(), reader);
        }
        try {
            return read(used, reader);
        } catch (StreamConstraintsException _) {
            return read(model.copy(), reader);
        }
    }

    private <T, E extends Exception> T read(JsonFactory json, Reader<T, E> reader)
            throws IOException, E {
        var value = reader.read(json);
        idle.offer(json);
        return value;
    }
}
