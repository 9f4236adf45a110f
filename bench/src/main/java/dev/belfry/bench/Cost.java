package dev.belfry.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;

/** What contender and database have used by now, or between two moments. */
record Cost(Duration own, Duration database, long transactions, long logBytes) {
    static final String CPU = "CPU ms each";
    static final String COMMITS = "commits each";

    static Cost of(Contender contender, DatabaseServer server) throws IOException, SQLException {
        var written = server.written();
        return new Cost(contender.cpu(), server.cpu(), written.transactions(), written.logBytes());
    }

    Cost since(Cost start) {
        return new Cost(
                own.minus(start.own),
                database.minus(start.database),
                transactions - start.transactions,
                logBytes - start.logBytes);
    }

    void note(Notes notes, String work, String contender, int count) {
        notes.add(work, CPU, contender, own.plus(database).toNanos() / 1e6 / count);
        notes.add(work, "database's part", contender, database.toNanos() / 1e6 / count);
        notes.add(work, COMMITS, contender, (double) transactions / count);
        notes.add(work, "log bytes each", contender, (double) logBytes / count);
    }
}
