package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.belfry.check.faults.CollidingNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each name is compared with those of its hash: many of one hash would cost the square of them. */
class JsonCollisionsTest {
    private static final int MANY = 20_000;

    private static Body objectOf(List<String> names) {
        var fields = names.stream().map(name -> '"' + name + "\":1");
        var bytes =
                fields.collect(Collectors.joining(",", "{", "}")).getBytes(StandardCharsets.UTF_8);
        return new Body(bytes, 0, bytes.length);
    }

    private static int namesIn(JsonParser parser, AtomicInteger read) throws IOException {
        int names = 0;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            names++;
            read.incrementAndGet();
            parser.nextToken();
        }
        return names;
    }

    private static int namesIn(Body body, AtomicInteger read) {
        return JsonText.readObject(body, (parser, _) -> namesIn(parser, read));
    }

    @Test
    void namesMadeToCollideAreRefusedHoweverManyFollow() {
        for (int count : new int[] {MANY, 2 * MANY}) {
            var read = new AtomicInteger();

            assertThatThrownBy(() -> namesIn(objectOf(CollidingNames.first(count)), read))
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            e -> assertThat(e.problem().code()).isEqualTo(Code.INVALID_INPUT))
                    .hasMessageContaining("collide");

            assertThat(read.get()).as("names read in two passes").isLessThan(MANY);
        }
    }

    @Test
    void oneCallersNamesDoNotHaveAnothersRefused() {
        var names = CollidingNames.first(1_500);

        for (int from = 0; from < names.size(); from += 100) {
            var some = names.subList(from, from + 100);
            assertThat(namesIn(objectOf(some), new AtomicInteger())).isEqualTo(100);
        }
    }

    @Test
    void aRefusedTextBreaksNothingForOthers() {
        var attack = objectOf(CollidingNames.first(MANY));
        for (int round = 0; round < 50; round++) {
            assertThatThrownBy(() -> namesIn(attack, new AtomicInteger()))
                    .isInstanceOf(ProblemException.class);
            int of = round;
            var names = IntStream.range(0, 500).mapToObj(i -> "name-" + of + '-' + i).toList();
            assertThat(namesIn(objectOf(names), new AtomicInteger())).isEqualTo(500);
        }
    }

    @Test
    void manyNamesAsPeopleHaveThemAreTaken() {
        List<IntFunction<String>> ways =
                List.of(
                        i -> "" + i,
                        i -> "k" + i,
                        "order-%08d"::formatted,
                        "%08d"::formatted,
                        i -> i % 300 + "." + i / 300,
                        i -> "sensor/" + i / 1_000 + "/value/" + i % 1_000,
                        i -> new UUID(i, i * 7_919L).toString(),
                        i -> "中" + (char) (0x4E00 + i % 20_000) + i / 20_000);
        for (var way : ways) {
            var names = IntStream.range(0, 50_000).mapToObj(way).toList();
            assertThat(namesIn(objectOf(names), new AtomicInteger())).isEqualTo(50_000);
        }
    }
}
