package dev.belfry.core.schedule;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Cron expressions of six fields, as people write them. */
final class RandomCron {
    private static final List<String> WEEKDAYS =
            List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");
    private static final List<String> MONTHS = List.of("JAN", "MAR", "JUN", "NOV", "DEC");

    private final Random random;

    private RandomCron(Random random) {
        this.random = random;
    }

    static String draw(Random random) {
        return new RandomCron(random).expression();
    }

    private String expression() {
        var seconds = random.nextInt(4) > 0 ? "0" : field(0, 59);
        var times = seconds + " " + field(0, 59) + " " + field(0, 23);
        // One of the two days is open: if both are restricted, cron-utils has rules of its own.
        return random.nextBoolean()
                ? "%s %s %s ?".formatted(times, dayOfMonth(), month())
                : "%s ? %s %s".formatted(times, month(), dayOfWeek());
    }

    private String month() {
        return switch (random.nextInt(4)) {
            case 0 -> MONTHS.get(random.nextInt(MONTHS.size()));
            case 1 -> field(1, 12);
            default -> "*";
        };
    }

    private String dayOfMonth() {
        return switch (random.nextInt(8)) {
            case 0 -> "L";
            case 1 -> "LW";
            // On the last day of a month that is a Sunday, cron-utils stays on the Sunday.
            case 2 -> (1 + random.nextInt(27)) + "W";
            case 3, 4 -> field(1, 28);
            default -> "*";
        };
    }

    private String dayOfWeek() {
        return switch (random.nextInt(6)) {
            case 0 -> WEEKDAYS.get(random.nextInt(7));
            case 1 -> "MON-FRI";
            case 2 -> (1 + random.nextInt(6)) + "#" + (1 + random.nextInt(4));
            case 3 -> (1 + random.nextInt(6)) + "L";
            case 4 -> field(1, 6);
            default -> "*";
        };
    }

    private String field(int min, int max) {
        int from = min + random.nextInt(max - min + 1);
        return switch (random.nextInt(6)) {
            case 0 -> "*/" + (2 + random.nextInt(Math.min(20, max - 1)));
            case 1 -> from + "-" + (from + random.nextInt(max - from + 1));
            case 2 ->
                    IntStream.generate(() -> min + random.nextInt(max - min + 1))
                            .limit(1 + random.nextInt(4))
                            .distinct()
                            .sorted()
                            .mapToObj(Integer::toString)
                            .collect(Collectors.joining(","));
            case 3 -> "*";
            default -> Integer.toString(from);
        };
    }
}
