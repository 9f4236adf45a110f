package dev.belfry.store.jdbc.sqlite;

import dev.belfry.core.store.SchemaStep;
import dev.belfry.core.store.StoreSchema;
import dev.belfry.store.jdbc.SqlSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The tables in a database file, which can be looked at while a node uses it. */
final class SqliteSchema implements StoreSchema {
    private final Path database;
    private final SqlSchema tables;

    SqliteSchema(Path database) {
        this.database = database;
        this.tables = SqliteOpening.tables(new SqliteSettings(database));
    }

    @Override
    public List<SchemaStep> steps() {
        return tables.steps();
    }

    /** As a node does, so that it is refused while one has the file. */
    @Override
    public void apply() {
        SqliteStoreProvider.open(database).close();
    }

    @Override
    public int check() {
        if (!Files.exists(database)) {
            throw StoreSchema.missing("the file " + database);
        }
        return tables.check();
    }
}
