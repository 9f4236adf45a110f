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
        Field<Integer> concurrency) {
    static GroupLimitFields read(JsonValue value) throws IOException {
        var reader = new Reader();
        value.object(Reader.KNOWN, reader::take);
        return new GroupLimitFields(
                reader.weight, reader.ratePerSecond, reader.burst, reader.concurrency);
    }

    GroupLimits over(GroupLimits former) {
        return new GroupLimits(
                weight.over(former.weight(), GroupLimits.NONE.weight()),
                rate(former.rate()),
                switch (concurrency) {
                    case Field.Absent<Integer>() -> former.concurrency();
                    case Field.Null<Integer>() -> OptionalInt.empty();
                    case Field.Given<Integer>(var most) -> OptionalInt.of(most);
                });
    }

    private Optional<Rate> rate(Optional<Rate> former) {
        var rate =
                switch (ratePerSecond) {
                    case Field.Absent<Double>() -> former;
                    case Field.Null<Double>() -> Optional.<Rate>empty();
                    case Field.Given<Double>(var perSecond) ->
                            Optional.of(Rate.perSecond(perSecond));
                };
        require(
                rate.isPresent() || burst.given().isEmpty(),
                "limits.burst",
                "needs limits.ratePerSecond");
        return rate.map(this::withBurst);
    }

    private Rate withBurst(Rate rate) {
        return switch (burst) {
            case Field.Absent<Integer>() -> rate;
            case Field.Null<Integer>() -> Rate.perSecond(rate.perSecond());
            case Field.Given<Integer>(var most) -> new Rate(rate.perSecond(), most);
        };
    }

    /** Reads the limits of a group. Confined to the request. */
    private static final class Reader {
        static final Set<String> KNOWN = Set.of("weight", "ratePerSecond", "burst", "concurrency");

        private Field<Integer> weight = Field.absent();
        private Field<Double> ratePerSecond = Field.absent();
        private Field<Integer> burst = Field.absent();
        private Field<Integer> concurrency = Field.absent();

        void take(String name, JsonValue value) throws IOException {
            switch (name) {
                case "weight" -> weight = TimerReader.field(value, JsonValue::integer);
                case "ratePerSecond" ->
                        ratePerSecond = TimerReader.field(value, JsonValue::decimal);
                case "burst" -> burst = TimerReader.field(value, JsonValue::integer);
                case "concurrency" -> concurrency = TimerReader.field(value, JsonValue::integer);
                default -> throw new IllegalStateException("a known field is not read: " + name);
            }
        }
    }
}
