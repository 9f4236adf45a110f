package dev.belfry.bench.harness;

import dev.belfry.bench.harness.Contender.Launch;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Starts contenders, each in a new process and a new database. */
public record Starts(Stage stage) {
    /** In which two nodes have found each other and divided the work. */
    private static final Duration TO_SHARE = Duration.ofSeconds(6);

    /** Of the libraries that have a setting for it, whose own are slower. */
    private static final String HEARTBEAT_MILLIS = "1000";

    /** Of a JVM and of what is stopped before it. */
    private static final Duration STARTING = Duration.ofSeconds(5);

    /** Gets a process ready that was started. */
    public interface Preparation {
        void of(ContenderProcess process) throws Exception;
    }

    /** One that has worked for a while. */
    public ContenderProcess warm(Contender contender, Map<String, String> settings, WarmUp warmUp)
            throws Exception {
        var url = fresh(contender);
        return ready(
                start(contender, settings, url, "a"), it -> warmUp(it, contender, url, warmUp));
    }

    /** One that can not be made ready is ended. */
    public static ContenderProcess ready(ContenderProcess process, Preparation preparation)
            throws Exception {
        try {
            preparation.of(process);
            return process;
        } catch (Exception e) {
            process.kill();
            process.close();
            throw e;
        }
    }

    /** The rows of the warm-up are known to the planner then, and the dead ones gone. */
    public void warmUp(ContenderProcess process, Contender contender, String url, WarmUp warmUp)
            throws Exception {
        warmUp.run(stage, process, contender);
        stage.place().tidy(url);
    }

    public static Duration planned(Contender contender, WarmUp warmUp) {
        return STARTING.plus(warmUp.planned(contender));
    }

    /** Lets two nodes share timers, of which one is killed. */
    public void crash(Contender contender) throws Exception {
        var url = fresh(contender);
        var settings = new TreeMap<>(contender.settingsFor(Topic.CRASH));
        settings.put("heartbeat", HEARTBEAT_MILLIS);
        try (var killed = start(contender, settings, url, "a");
                var survivor = start(contender, settings, url, "b")) {
            Thread.sleep(TO_SHARE);
            new CrashWorkload(stage, contender.usual()).run(killed, survivor);
        }
    }

    private String fresh(Contender contender) throws Exception {
        var url = stage.place().fresh(contender.database());
        contender.launcher().prepare(url);
        return url;
    }

    public ContenderProcess start(
            Contender contender, Map<String, String> settings, String url, String node)
            throws Exception {
        return contender.launcher().start(new Launch(stage, contender.name(), settings, url, node));
    }
}
