package dev.belfry.store.jdbc.oracle;

import dev.belfry.core.store.StoreAccess;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.StoreSchema;
import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.ServerOpening;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Opens databases of Oracle: {@code jdbc:oracle:thin:user/password@//host:1521/service}. */
public final class OracleStoreProvider implements StoreProvider {
    @Override
    public String scheme() {
        return "jdbc:oracle";
    }

    @Override
    public TimerStore open(String url) {
        return open(StoreAccess.by(url));
    }

    @Override
    public TimerStore open(StoreAccess access) {
        requireDriver(access.url().get());
        return new ServerOpening(access, new OracleServer()).store();
    }

    @Override
    public StoreSchema schema(String url) {
        requireDriver(url);
        return new ServerOpening(url, new OracleServer()).schema();
    }

    private static void requireDriver(String url) {
        try {
            DriverManager.getDriver(url);
        } catch (SQLException e) {
            throw new StoreException.Rejected(
                    "no driver takes this URL: put Oracle's ojdbc17.jar, which Belfry may not bring, into the folder drivers, and begin with jdbc:oracle:thin:",
                    e);
        }
    }
}
