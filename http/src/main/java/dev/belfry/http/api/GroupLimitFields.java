package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.shard.GroupLimits;
import dev.belfry.core.shard.Rate;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** What a request says about a group's limits. */
record GroupLimitFields(
        Field<Integer> weight,
        Field<Double> ratePerSecond,
        Field<Integer> burst,
        Field<OptionalInt> concurrency,
        Field<Rate> hostRate,
        Field<OptionalInt> hostConcurrency) {
    private static final String RATE = "limits.ratePerSecond";
    private static final String BURST = "limits.burst";

    /**
     * Limits with these parts; null takes one away.
     *
     * @param former limits that hold where nothing is said
     * @param faults what is wrong with some of them
     */
    GroupLimits over(GroupLimits former, FaultList faults) {
        return new GroupLimits(
                faults.sound("limits.weight", weight)
                        .over(former.weight(), GroupLimits.NONE.weight()),
                rate(former.rate(), faults),
                faults.sound("limits.concurrency", concurrency)
                        .over(former.concurrency(), OptionalInt.empty()),
                hostRate(former.hostRate(), faults),
                faults.sound("limits.hostConcurrency", hostConcurrency)
                        .over(former.hostConcurrency(), OptionalInt.empty()));
    }

    private Optional<Rate> hostRate(Optional<Rate> former, FaultList faults) {
        return switch (faults.sound("limits.hostRatePerSecond", hostRate)) {
            case Field.Absent<Rate>() -> former;
            case Field.Null<Rate>() -> Optional.empty();
            case Field.Given<Rate>(var rate) -> Optional.of(rate);
        };
    }

    /** A burst beside a rate that was refused is looked at alone. */
    private Optional<Rate> rate(Optional<Rate> former, FaultList faults) {
        var rate =
                faults.isSound(RATE)
                        ? rate(former)
                        : former.or(() -> Optional.of(Rate.perSecond(1)));
        var said = faults.sound(BURST, burst);
        require(rate.isPresent() || said.given().isEmpty(), BURST, "needs " + RATE);
        return rate.map(it -> withBurst(it, said));
    }

    private Optional<Rate> rate(Optional<Rate> former) {
        return switch (ratePerSecond) {
            case Field.Absent<Double>() -> former;
            case Field.Null<Double>() -> Optional.empty();
            case Field.Given<Double>(var perSecond) -> Optional.of(rate(former, perSecond));
        };
    }

    /** A burst of its own stays, the usual one follows the rate. */
    private static Rate rate(Optional<Rate> former, double perSecond) {
        return former.filter(it -> it.burst() != Rate.perSecond(it.perSecond()).burst())
                .map(it -> new Rate(perSecond, it.burst()))
                .orElseGet(() -> Rate.perSecond(perSecond));
    }

    private static Rate withBurst(Rate rate, Field<Integer> burst) {
        return switch (burst) {
            case Field.Absent<Integer>() -> rate;
            case Field.Null<Integer>() -> Rate.perSecond(rate.perSecond());
            case Field.Given<Integer>(var most) -> new Rate(rate.perSecond(), most);
        };
    }

    /** Reads the limits of a group. Confined to the request. */
    static final class Reader {
        private static final Set<String> KNOWN =
                Set.of(
                        "weight",
                        "ratePerSecond",
                        "burst",
                        "concurrency",
                        "hostRatePerSecond",
                        "hostConcurrency");

        private Field<Integer> weight = Field.absent();
        private Field<Double> ratePerSecond = Field.absent();
        private Field<Integer> burst = Field.absent();
        private Field<OptionalInt> concurrency = Field.absent();
        private Field<Rate> hostRate = Field.absent();
        private Field<OptionalInt> hostConcurrency = Field.absent();

        /** What can be read stays, also when the rest is refused. */
        void read(JsonValue value) throws IOException {
            value.objectOrNull(KNOWN, this::take);
        }

        GroupLimitFields fields() {
            return new GroupLimitFields(
                    weight, ratePerSecond, burst, concurrency, hostRate, hostConcurrency);
        }

        private void take(String name, JsonValue value) throws IOException {
            switch (name) {
                case "weight" -> weight = TimerReader.field(value, JsonValue::integer);
                case "ratePerSecond" ->
                        ratePerSecond = TimerReader.field(value, JsonValue::decimal);
                case "burst" -> burst = TimerReader.field(value, JsonValue::integer);
                case "concurrency" ->
                        concurrency = TimerReader.field(value, it -> OptionalInt.of(it.integer()));
                case "hostRatePerSecond" ->
                        hostRate =
                                TimerReader.field(value, it -> Rate.perSecondToHost(it.decimal()));
                case "hostConcurrency" ->
                        hostConcurrency =
                                TimerReader.field(value, it -> OptionalInt.of(it.integer()));
                default -> throw new IllegalStateException("a known field is not read: " + name);
            }
        }
    }
}
