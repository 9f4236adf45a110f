package dev.belfry.bench;

import java.util.Arrays;
import java.util.List;

/** The benchmarks, each a sub-command. */
public final class Bench {
    private static final String USAGE =
            """
            make bench ARGS="command [options]", where command is one of

              peers    Belfry beside db-scheduler, JobRunr and Quartz on one PostgreSQL; without a command, this one
                       --full              all works, three rounds, settings tried out; 40 minutes instead of 5
                       --rounds 1          instead
                       --only belfry,floors   those alone, of: floors, belfry, db-scheduler, jobrunr, quartz
                       --works firing,creating   those alone, of: firing, lateness, creating, herd, crash;
                                           the last two belong to a full run, but can be asked for in any
                       --percent 2         so little work that its figures say nothing: does all of it run?
                       --keep              leaves the logs where they are

              size     ten million timers stored against ten thousand, on PostgreSQL; about 40 minutes
                       --timers 10000000   many for Belfry and for the floor
                       --peers 1000000     many for the others
                       --rounds 3          each with a copy of what was filled once
                       --heap 256m         of Belfry's JVM
                       --only, --percent, --keep   as above

              stores   Belfry alone on each database, which it starts; about 10 minutes
                       --only sqlite,postgres,mysql,cassandra,mongodb,dynamodb
                       --rounds 3
                       --percent, --keep   as above

              sharing  an engine on any database, with changes that share commits and without
                       --url URL           its databases bench_... stay behind
                       --timers 5000       created and fired in a round
                       --rounds 3          measured, after one to warm up

              commit   timers committed per second on SQLite, beside the same rows in raw JDBC
                       --rounds 5   measured, after one to warm up
                       --url URL    on PostgreSQL instead: jdbc:postgresql://host/database?user=name

              large    a SQLite file with very many timers: start, memory, firing and creating
                       --timers 10000000   in the file, most of them far in the future
                       --due 50000         fired in a round
                       --rounds 5          measured, after one to warm up
                       --heap 256m         of the JVM that is measured
                       --keep              leaves the file where it is

              console  what open consoles cost: the server's CPU time for each timer, with and without
                       --rounds 4          measured, after one to warm up
                       --rate 2000         timers due in a second
                       --seconds 20        of them, twice in a round
                       --consoles 3        each with /events and the calls of its pages every 5 s

              nodes    the same work on 1, 2 and 3 servers on one PostgreSQL, and what a hop between nodes costs
                       --rounds 5          measured, after one to warm up
                       --creates 10000     one by one, to the owners and to any node
                       --fires 10000       callbacks, all due at once
                       --clients 32        that create at the same time

            Results go to bench/results as JSON. Data lies under bench/target for as long as a run takes.
            """;

    private Bench() {}

    public static void main(String[] args) {
        try {
            run(args.length == 0 ? "peers" : args[0], Options.parse(rest(args)));
        } catch (Options.Refused e) {
            System.err.println(e.getMessage());
            System.exit(2);
        } catch (Exception | Error e) {
            // Threads of what was started would keep the process.
            e.printStackTrace();
            System.exit(1);
        }
    }

    private static void run(String command, Options options) throws Exception {
        switch (command) {
            case "peers" -> PeersBench.run(options);
            case "commit" -> CommitBench.of(options).run();
            case "size" -> SizeBench.run(options);
            case "stores" -> StoresBench.run(options);
            case "sharing" -> SharingBench.of(options).run();
            case "large" -> LargeBench.of(options).run();
            case "console" -> ConsoleBench.of(options).run();
            case "nodes" -> NodesBench.run(options);
            case FloorServer.COMMAND -> FloorServer.run(options);
            case FloorPipeline.COMMAND -> FloorPipeline.run(options);
            case FloorCaller.COMMAND -> FloorCaller.run(options);
            case LargeMeasurement.COMMAND -> LargeMeasurement.of(options).run();
            default -> {
                System.err.print(USAGE);
                System.exit(2);
            }
        }
    }

    private static List<String> rest(String[] args) {
        return Arrays.asList(args).subList(Math.min(1, args.length), args.length);
    }
}
