package dev.belfry.bench.harness;

import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Timers that are the same in every run: number n of a name is always the same one. Immutable. */
public final class SampleTimers {
    public static final Group GROUP = Group.of("default", Group.SMALL);

    /** Nothing here fires in a benchmark. */
    private static final Instant FAR_FUTURE = Instant.parse("2090-01-01T00:00:00Z");

    private static final Duration FAR_FUTURE_SPAN = Duration.ofDays(365);

    private static final int PAYLOAD_BYTES = 200;

    /** Enough that no limit of one host is felt. */
    private static final int HOSTS = 64;

    private static final List<CallbackTarget> TARGETS =
            IntStream.range(0, HOSTS)
                    .mapToObj(
                            host ->
                                    CallbackTarget.of(
                                            "http://receiver-%d.example.com:8080/hooks/timer"
                                                    .formatted(host)))
                    .toList();

    private final String name;
    private final List<CallbackTarget> targets;

    public SampleTimers(String name) {
        this(name, TARGETS);
    }

    /** All of them call this one. */
    public static SampleTimers calling(String receiver, String name) {
        return new SampleTimers(name, List.of(CallbackTarget.of(receiver)));
    }

    private SampleTimers(String name, List<CallbackTarget> targets) {
        this.name = name;
        this.targets = targets;
    }

    /** One with an instant drawn from the far future. */
    public SampleTimer waiting(long number) {
        var random = new SplittableRandom(number);
        var ahead = random.nextLong(FAR_FUTURE_SPAN.toMillis());
        return timer(number, FAR_FUTURE.plusMillis(ahead), random);
    }

    /** One with this instant. */
    public SampleTimer at(long number, Instant at) {
        return timer(number, at, new SplittableRandom(number));
    }

    /** One as a client of Belfry sends it. */
    public static String json(String id, Instant executeAt, String callbackUrl) {
        return """
        {"timerId":"%s","executeAt":"%s","callbackUrl":"%s","payload":{"order":"%s","note":"%s"}}\
        """
                .formatted(id, executeAt, callbackUrl, id, "x".repeat(150));
    }

    /** The same in a group of its own. */
    public static String json(String group, String id, Instant executeAt, String callbackUrl) {
        var timer = json(id, executeAt, callbackUrl);
        return "{\"groupId\":\"%s\",%s".formatted(group, timer.substring(1));
    }

    private SampleTimer timer(long number, Instant at, SplittableRandom random) {
        var spec =
                new TimerSpec(
                        at,
                        targets.get(random.nextInt(targets.size())),
                        payload(number),
                        RetryPolicy.DEFAULT,
                        Optional.empty(),
                        new Digest(random.nextLong(), number));
        return new SampleTimer(new TimerKey(GROUP.id(), name + "-" + number), spec);
    }

    private static Payload payload(long number) {
        var bytes = new byte[PAYLOAD_BYTES];
        Arrays.fill(bytes, (byte) 'x');
        var start =
                "{\"order\":%d,\"note\":\"".formatted(number).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(start, 0, bytes, 0, start.length);
        bytes[PAYLOAD_BYTES - 2] = '"';
        bytes[PAYLOAD_BYTES - 1] = '}';
        return Payload.wrap(bytes);
    }
}
