package dev.belfry.operate.metrics;

import dev.belfry.node.Alarm;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs alarms, each kind at most once in a while: an outage raises thousands. Thread-safe. */
final class AlarmLog {
    private static final Logger LOG = LoggerFactory.getLogger(AlarmLog.class);
    private static final Duration QUIET = Duration.ofSeconds(1);

    private final InstantSource clock;
    private final Map<String, Instant> logged = new ConcurrentHashMap<>();

    AlarmLog(InstantSource clock) {
        this.clock = clock;
    }

    static String kind(Alarm alarm) {
        return alarm.getClass().getSimpleName();
    }

    void log(Alarm alarm) {
        var now = clock.instant();
        var kind = kind(alarm);
        var last = logged.get(kind);
        if (last == null || last.plus(QUIET).isBefore(now)) {
            logged.put(kind, now);
            LOG.atWarn().addKeyValue("kind", kind).addKeyValue("alarm", alarm).log("alarm");
        }
    }
}
