package dev.belfry.bench;

import dev.belfry.bench.harness.Options;
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
                       --only belfry,floors   those alone, of: floors, belfry, db-scheduler, jobrunr, quartz;
                                           and, only if asked for: belfry-2-nodes, belfry-3-nodes, belfry-consoles
                       --works firing,creating   those alone, of: firing, lateness, creating, herd, crash;
                                           the last two belong to a full run, but can be asked for in any
                       --percent 2         so little work that its figures say nothing: does all of it run?
                       --keep              leaves the logs where they are

              size     ten million timers stored against ten thousand, on PostgreSQL; about 40 minutes
                       --timers 10000000   many for Belfry and for the floor
                       --peers 1000000     many for the others
                       --due 100           of them, spread over the table, due when a contender starts
                       --store sqlite      on files of SQLite instead, Belfry alone
                       --rounds 3          each with a copy of what was filled once
                       --heap 256m         of Belfry's JVM
                       --only, --percent, --keep   as above

              stores   Belfry alone on each database, which it starts; about 10 minutes
                       --only sqlite,postgres,mysql,cassandra,mongodb,dynamodb
                       --rounds 3
                       --percent, --keep   as above

              locks    what keys and TLS cost: Belfry without, with keys, with both, in turns; about 15 minutes
                       --rounds 3
                       --percent, --keep   as above

              tenants  what groups get that share servers, on PostgreSQL and SQLite; about 11 minutes
                       --works neighbour,hanging,groups,rate,bulk   those alone: beside a backlog, beside hosts
                                           that hang, very many groups, a rate while nodes come and go,
                                           beside bulk jobs whose node dies
                       --only postgres,sqlite
                       --timers 100000     of the backlog, and of those that are deleted
                       --groups 2000
                       --full              1,000,000 and 10,000 instead
                       --rounds 1
                       --keep              as above

              placement   who owns what, worked out for 3 to 100 nodes and 256 to 65,536 shards; some seconds

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
            case "size" -> SizeBench.run(options);
            case "stores" -> StoresBench.run(options);
            case "locks" -> LocksBench.run(options);
            case "tenants" -> TenantsBench.run(options);
            case "placement" -> PlacementBench.run();
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
