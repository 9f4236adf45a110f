package dev.belfry.operate.metrics;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import dev.belfry.operate.config.LogConfig;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sets up the logs. */
public final class Logging {
    private static final String PATTERN = "%d{ISO8601} %-5level %logger{0} %msg %kvp%n%ex";

    /**
     * Vert.x logs an error for each connection that a peer resets and for each request that Belfry
     * gives up. What became of an attempt is its reply, and a rude receiver must not fill the log.
     */
    private static final List<String> ABOUT_PEERS =
            List.of(
                    "io.vertx.core.http.impl.HttpClientRequestImpl",
                    "io.vertx.core.net.impl.ConnectionBase");

    private Logging() {}

    public static void apply(LogConfig config) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            apply(config, context);
        }
    }

    private static void apply(LogConfig config, LoggerContext context) {
        var appender = new ConsoleAppender<ILoggingEvent>();
        appender.setContext(context);
        appender.setEncoder(encoder(config.format(), context));
        appender.start();
        var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        root.addAppender(appender);
        root.setLevel(Level.WARN);
        ABOUT_PEERS.forEach(name -> context.getLogger(name).setLevel(Level.OFF));
        context.getLogger("dev.belfry").setLevel(Level.toLevel(config.level().name()));
    }

    private static Encoder<ILoggingEvent> encoder(LogConfig.Format format, LoggerContext context) {
        var encoder =
                switch (format) {
                    case TEXT -> text();
                    case JSON -> new JsonEncoder();
                };
        encoder.setContext(context);
        encoder.start();
        return encoder;
    }

    private static PatternLayoutEncoder text() {
        var encoder = new PatternLayoutEncoder();
        encoder.setPattern(PATTERN);
        return encoder;
    }
}
