package dev.belfry.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;

/** What contender and database have used by now, or between two moments. */
record Cost(Duration own, Duration database, long transactions, long logBytes) {
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

    void note(Stage stage, String figure, String contender, int count) {
        stage.note(figure + ", CPU ms each, contender", contender, own.toNanos() / 1e6 / count);
        stage.note(figure + ", CPU ms each, database", contender, database.toNanos() / 1e6 / count);
        stage.note(figure + ", commits each", contender, (double) transactions / count);
        stage.note(figure + ", log bytes each", contender, (double) logBytes / count);
    }
}
