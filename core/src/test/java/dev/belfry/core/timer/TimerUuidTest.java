package dev.belfry.core.timer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimerUuidTest {
    /** Worked out with another implementation of SHA-256: these must never change. */
    @ParameterizedTest
    @CsvSource({
        "default, user-reminder-123, 03333a93-d98a-8909-a951-0a8388f1a103",
        "default, a, 5f19f78b-fb1b-8693-8e59-7afbfac06d96",
        "orders, a, 6df35eba-7f2b-8008-ac79-184bee61d9e6",
        "default, Größe, f704c329-b291-87a3-b05f-1d0f41129163",
        "default, 🔔, 4971d1de-7ba2-8892-98b0-7d672e24d009",
        "a, bc, b534ce16-ac9c-8b36-823f-39a395ce8e0e",
        "ab, c, f2939f90-3016-85bb-a9b1-e4a61cdbd376",
        "default, timer-3, f0d93033-e9d3-81a6-83db-a79399414f92",
    })
    void aUuidIsDerivedFromGroupAndId(String group, String id, String uuid) {
        assertThat(TimerUuid.of(TimerKey.of(group, id))).hasToString(uuid);
    }

    @Test
    void theUuidOfTheLongestIdIsDerivedFromAllOfIt() {
        assertThat(TimerUuid.of(TimerKey.of("default", "x".repeat(255))))
                .hasToString("44f88652-0b36-8cce-aeca-28165ca12abf");
    }

    @Test
    void theVersionIsEightAndTheVariantThatOfTheRfc() {
        for (int n = 0; n < 100; n++) {
            var text = TimerUuid.of(TimerKey.of("g", "t-" + n)).toString();
            assertThat(text).matches("[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-.*");
        }
    }

    @Test
    void uuidsCompareAsUnsignedBytes() {
        var ascending =
                List.of(
                        TimerUuid.MIN,
                        new TimerUuid(0, 1),
                        new TimerUuid(0, Long.MAX_VALUE),
                        new TimerUuid(0, Long.MIN_VALUE),
                        new TimerUuid(0, -1),
                        new TimerUuid(1, 0),
                        new TimerUuid(Long.MAX_VALUE, -1),
                        new TimerUuid(Long.MIN_VALUE, 0),
                        new TimerUuid(-1, 0),
                        TimerUuid.MAX);

        for (int a = 0; a < ascending.size(); a++) {
            for (int b = 0; b < ascending.size(); b++) {
                assertThat(Integer.signum(ascending.get(a).compareTo(ascending.get(b))))
                        .isEqualTo(Integer.compare(a, b));
            }
        }
    }

    @Test
    void theOrderIsThatOfTheHexadecimalDigits() {
        assertThat(
                        IntStream.range(0, 200)
                                .mapToObj(n -> TimerUuid.of(TimerKey.of("g", "t-" + n)))
                                .sorted()
                                .map(TimerUuid::toString))
                .isSorted();
    }

    @Test
    void bytesAndTextLeadBackToTheSameUuid() {
        for (var uuid : List.of(TimerUuid.MIN, TimerUuid.MAX, new TimerUuid(-2, 3))) {
            assertThat(TimerUuid.fromBytes(uuid.toBytes())).isEqualTo(uuid);
            assertThat(TimerUuid.parse(uuid.toString())).isEqualTo(uuid);
        }
        assertThat(new TimerUuid(0x0102030405060708L, -1).toBytes())
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, -1, -1, -1, -1, -1, -1, -1, -1);
    }
}
