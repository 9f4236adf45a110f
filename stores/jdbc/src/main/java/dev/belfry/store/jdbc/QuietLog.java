package dev.belfry.store.jdbc;

import org.flywaydb.core.api.logging.Log;
import org.flywaydb.core.api.logging.LogCreator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Flyway's log without its chatter: what it calls information is debugging here. */
public final class QuietLog implements Log {
    private final Logger logger;

    private QuietLog(Logger logger) {
        this.logger = logger;
    }

    /** What Flyway makes its logs with; it finds this class by its name. */
    public static final class Creator implements LogCreator {
        @Override
        public Log createLogger(Class<?> type) {
            return new QuietLog(LoggerFactory.getLogger(type));
        }
    }

    @Override
    public void debug(String message) {
        logger.debug(message);
    }

    @Override
    public void info(String message) {
        logger.debug(message);
    }

    @Override
    public void warn(String message) {
        logger.warn(message);
    }

    @Override
    public void error(String message) {
        logger.error(message);
    }

    @Override
    public void error(String message, Exception e) {
        logger.error(message, e);
    }

    @Override
    public void notice(String message) {
        logger.debug(message);
    }
}
