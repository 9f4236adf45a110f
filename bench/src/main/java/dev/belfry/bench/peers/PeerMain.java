package dev.belfry.bench.peers;

import dev.belfry.bench.harness.ContenderProcess;
import dev.belfry.bench.harness.ThreadLoad;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A peer in its JVM. It takes one command in a line, does it and answers with one line; it ends
 * when there are no more.
 *
 * <pre>
 * client jdk|lean|none                       how jobs make their callbacks from now on
 * schedule NAME COUNT FIRST-MILLIS MICROS    jobs so many microseconds apart
 * create NAME COUNT CLIENTS BATCH            jobs far ahead: how many a second, and each call's p99
 * ran                                        how many callbacks ended, and when the first began
 * </pre>
 */
public final class PeerMain {
    private static final int BULK = 1_000;

    private final Peer peer;
    private final Callers callers;

    private PeerMain(Peer peer, Callers callers) {
        this.peer = peer;
        this.callers = callers;
    }

    public static void main(String[] args) throws Exception {
        // Libraries write to standard output what they please; answers must be alone there.
        var answers = System.out;
        System.setOut(System.err);
        var settings = new PeerSettings(words(args));
        var callers = new Callers(settings.receiver());
        Callbacks.use(callers.called(settings.client()));
        try (var peer = open(args[0], settings)) {
            answers.println("ready");
            new PeerMain(peer, callers).serve(answers);
        }
        System.exit(0);
    }

    private static Map<String, String> words(String[] args) {
        return Arrays.stream(args)
                .skip(1)
                .map(word -> word.split("=", 2))
                .collect(Collectors.toMap(word -> word[0], word -> word[1]));
    }

    private static Peer open(String name, PeerSettings settings) throws Exception {
        return switch (name) {
            case "db-scheduler" -> new DbSchedulerPeer(settings);
            case "JobRunr" -> new JobRunrPeer(settings);
            case "Quartz" -> new QuartzPeer(settings);
            default -> throw new IllegalArgumentException("no peer is called " + name);
        };
    }

    private void serve(PrintStream answers) throws Exception {
        var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var line = commands.readLine(); line != null; line = commands.readLine()) {
            answers.println(answer(List.of(line.split(" "))));
        }
    }

    private String answer(List<String> words) throws Exception {
        return switch (words.getFirst()) {
            case "client" -> use(words.get(1));
            case "schedule" ->
                    schedule(
                            words.get(1),
                            number(words, 2),
                            Instant.ofEpochMilli(Long.parseLong(words.get(3))),
                            Long.parseLong(words.get(4)));
            case "create" ->
                    create(words.get(1), number(words, 2), number(words, 3), number(words, 4));
            case "ran" -> Callbacks.current().summary();
            default -> throw new IOException("no command " + words);
        };
    }

    private static int number(List<String> words, int index) {
        return Integer.parseInt(words.get(index));
    }

    private String use(String client) {
        Callbacks.use(callers.called(client));
        return "ok";
    }

    private String schedule(String name, int count, Instant first, long micros) throws Exception {
        for (int from = 0; from < count; from += BULK) {
            peer.createAll(
                    IntStream.range(from, Math.min(count, from + BULK))
                            .mapToObj(
                                    number ->
                                            Job.of(
                                                    name + "-" + number,
                                                    first.plusNanos(number * micros * 1_000)))
                            .toList());
        }
        return "ok";
    }

    private String create(String name, int count, int clients, int batch) throws Exception {
        var later = ContenderProcess.farAhead();
        var calls =
                IntStream.range(0, count / batch)
                        .mapToObj(call -> jobs(name, call * batch, batch, later))
                        .toList();
        ThreadLoad.Client client = number -> create(calls.get(number));
        var result = ThreadLoad.run(Collections.nCopies(clients, client), calls.size(), batch);
        return result.perSecond() + " " + result.p99Millis();
    }

    private static List<Job> jobs(String name, int from, int count, Instant later) {
        return IntStream.range(from, from + count)
                .mapToObj(number -> Job.of(name + "-" + number, later.plusMillis(number)))
                .toList();
    }

    private void create(List<Job> jobs) throws Exception {
        if (jobs.size() == 1) {
            peer.create(jobs.getFirst());
        } else {
            peer.createAll(jobs);
        }
    }
}
